import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { dayIn } from "./day";
import { isDay } from "./paths";

test.each([
  // A minute before and after local midnight, where the day of UTC is another.
  ["Asia/Shanghai", "2026-03-02T15:59:00Z", "2026-03-02"],
  ["Asia/Shanghai", "2026-03-02T16:01:00Z", "2026-03-03"],
  ["America/Los_Angeles", "2026-01-02T07:59:00Z", "2026-01-01"],
  ["America/Los_Angeles", "2026-01-02T08:01:00Z", "2026-01-02"],
  // The day of 23 hours and the day of 25.
  ["Europe/Berlin", "2026-03-28T22:59:00Z", "2026-03-28"],
  ["Europe/Berlin", "2026-03-28T23:01:00Z", "2026-03-29"],
  ["Europe/Berlin", "2026-03-29T21:59:00Z", "2026-03-29"],
  ["Europe/Berlin", "2026-03-29T22:01:00Z", "2026-03-30"],
  ["Europe/Berlin", "2026-10-25T22:59:00Z", "2026-10-25"],
  ["Europe/Berlin", "2026-10-25T23:01:00Z", "2026-10-26"],
])("in %s it is at %s the day %s", (timeZone, at, day) => {
  expect(dayIn(timeZone, new Date(at))).toBe(day);
});

const times = fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
property.prop([times, fc.constantFrom("Asia/Shanghai", "America/Los_Angeles", "Europe/Berlin", "Pacific/Apia", "UTC")])(
  "every day is one that a note can have, and never goes back",
  (at, timeZone) => {
    const day = dayIn(timeZone, at);
    expect(isDay(day)).toBe(true);
    expect(dayIn(timeZone, new Date(at.getTime() + 60_000)) >= day).toBe(true);
  },
);
