import { describe, expect, it } from "vitest";
import { withDates } from "./relative-dates";

// A Monday.
const SAID = new Date("2026-03-02T10:00:00Z");

describe("a relative date gets the day it means", () => {
  it.each([
    ["I went there yesterday.", "I went there yesterday (1 March 2026)."],
    ["Last night was fun", "Last night (1 March 2026) was fun"],
    ["the day before yesterday", "the day before yesterday (28 February 2026)"],
    ["I fly tomorrow morning", "I fly tomorrow morning (3 March 2026)"],
    ["last Friday", "last Friday (27 February 2026)"],
    ["last Monday", "last Monday (23 February 2026)"],
    ["next Tues", "next Tues (10 March 2026)"],
    ["this Friday", "this Friday (6 March 2026)"],
    ["last weekend", "last weekend (weekend of 28 February 2026)"],
    ["next week", "next week (week of 9 March 2026)"],
    ["next month", "next month (April 2026)"],
    ["last year", "last year (2025)"],
    ["three years ago", "three years ago (2023)"],
    ["2 weeks ago", "2 weeks ago (around 16 February 2026)"],
    ["in 3 days", "in 3 days (5 March 2026)"],
    ["two months ago", "two months ago (January 2026)"],
    ["a few days ago", "a few days ago"],
    ["我昨天去了医院", "我昨天（2026年3月1日）去了医院"],
    ["大后天出差", "大后天（2026年3月5日）出差"],
    ["下周三考试", "下周三（2026年3月11日）考试"],
    ["上周五", "上周五（2026年2月27日）"],
    ["这个周末", "这个周末（2026年3月7日）"],
    ["下个月搬家", "下个月（2026年4月）搬家"],
    ["去年毕业", "去年（2025年）毕业"],
    ["三年前结婚", "三年前（2023年）结婚"],
    ["两天后", "两天后（2026年3月4日）"],
    ["我二年级", "我二年级"],
    ["It was blue", "It was blue"],
  ])("%j → %j", (text, dated) => {
    expect(withDates(text, SAID, "UTC")).toBe(dated);
  });

  it("in the person's own time zone", () => {
    const night = new Date("2026-03-01T23:30:00Z");
    expect(withDates("today", night, "UTC")).toBe("today (1 March 2026)");
    expect(withDates("today", night, "Asia/Shanghai")).toBe("today (2 March 2026)");
    expect(withDates("today", night, "America/Los_Angeles")).toBe("today (1 March 2026)");
  });

  it("also where a month is shorter", () => {
    expect(withDates("last month", new Date("2026-03-31T10:00:00Z"), "UTC")).toBe("last month (February 2026)");
  });
});
