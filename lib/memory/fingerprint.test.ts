import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { fingerprintOf, similarity, termHashes } from "./fingerprint";

const alike = (a: string, b: string) => similarity(termHashes(a), termHashes(b));

describe("a fingerprint", () => {
  it.each([
    ["I live in Berlin.", "i live in BERLIN!!"],
    ["I live in Berlin", "I'm living in Berlin now"],
    ["My sister’s name is Anna", "my sister's name is Anna."],
    ["I don't eat pork", "I do not eat pork"],
    ["I can't swim", "i cannot swim"],
    ["She won't come", "she will not come"],
    ["I never eat pork", "I don’t eat pork."],
    ["The flights are booked", "the flight is booked"],
    ["我住在柏林。", "我现在住柏林"],
    ["我不喝咖啡了", "我不喝咖啡。"],
    ["我喜欢Python", "我 喜欢 python"],
    ["Ｉ ｌｉｖｅ ｉｎ Ｂｅｒｌｉｎ", "I live in Berlin"],
  ])("is the same for %j and %j", (a, b) => {
    expect(fingerprintOf(a)).toBe(fingerprintOf(b));
  });

  it.each([
    ["I live in Berlin", "I live in Munich"],
    ["I eat pork", "I don't eat pork"],
    ["I drink coffee", "I stopped drinking coffee"],
    ["I can swim", "I can't swim"],
    ["I won the race", "I will not race"],
    ["我喝咖啡", "我不喝咖啡"],
    ["我有车", "我没有车"],
    ["the code is 12", "the code is 13"],
    ["I moved from Rome", "I moved to Rome"],
    ["🎉", "😢"],
    ["", "."],
  ])("tells %j from %j", (a, b) => {
    expect(fingerprintOf(a)).not.toBe(fingerprintOf(b));
  });

  test.prop([fc.string({ unit: "grapheme" })])("is short, without a word of the text", (text) => {
    expect(fingerprintOf(text)).toMatch(/^[0-9a-f]{32}$/);
    for (const term of termHashes(text)) expect(term).toMatch(/^[0-9a-f]{12}$/);
  });

  test.prop([fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 12 })])(
    "does not depend on order",
    (words) => {
      expect(fingerprintOf(words.join(" "))).toBe(fingerprintOf(words.toReversed().join(", ")));
    },
  );
});

describe("similarity", () => {
  it.each([
    ["I work as a nurse at the children's hospital", "I am working as a nurse in the children's hospital in town", 0.8],
    ["我女儿在上海读大学", "我的女儿现在在上海读大学二年级", 0.7],
  ])("is high where %j is said again as %j", (a, b, least) => {
    expect(alike(a, b)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ["I like strong coffee in the morning", "I don't like strong coffee in the morning"],
    ["我喜欢早上喝咖啡", "我不喜欢早上喝咖啡"],
    ["I live in Berlin", "My dog is called Rex"],
    ["我住在柏林", "今天天气很好"],
  ])("is at most a half between %j and %j", (a, b) => {
    expect(alike(a, b)).toBeLessThanOrEqual(0.5);
  });

  it("does not take 特别 or 不错 for a negation", () => {
    expect(alike("我特别喜欢喝茶", "我喜欢喝茶")).toBeGreaterThan(0.7);
  });

  it("is nothing where one says nothing", () => {
    expect(alike("", "I live in Berlin")).toBe(0);
  });

  test.prop([fc.string(), fc.string()])("is symmetric, and 1 with itself", (a, b) => {
    expect(alike(a, b)).toBe(alike(b, a));
    if (termHashes(a).length > 0) expect(alike(a, a)).toBe(1);
  });

  it("looks at a bounded number of words of a very long text", () => {
    const long = Array.from({ length: 50_000 }, (_, i) => `word${i}`).join(" ");
    expect(termHashes(long).length).toBeLessThanOrEqual(400);
    const han = Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
    expect(termHashes(han).length).toBeLessThanOrEqual(400);
  });
});
