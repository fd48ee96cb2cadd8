import { describe, expect, it } from "vitest";
import type { Session } from "@/lib/http/contract/sessions";
import { groupSessions, monthOf } from "./session-groups";

const at = (updated_at: string): Session => ({
  id: updated_at,
  title: "",
  agent_id: null,
  model: null,
  last_seq: 0,
  verbatim_since_seq: 1,
  summary_version: 0,
  pinned: false,
  archived: false,
  forked_from: null,
  active_run_id: null,
  created_at: updated_at,
  updated_at,
});
const periods = (now: string, timeZone: string, ...times: string[]) =>
  groupSessions(times.map(at), new Date(now), timeZone).map(({ period, sessions }) => [period, sessions.length]);

describe("groups of the list", () => {
  it("cut by days, weeks and months", () => {
    expect(
      periods(
        "2026-07-15T12:00:00Z",
        "UTC",
        "2026-07-15T00:00:00Z",
        "2026-07-14T23:59:59Z",
        "2026-07-13T10:00:00Z",
        "2026-07-08T00:00:00Z",
        "2026-07-07T23:59:59Z",
        "2026-06-15T00:00:00Z",
        "2026-06-14T23:00:00Z",
        "2026-06-01T00:00:00Z",
        "2025-12-31T23:00:00Z",
      ),
    ).toEqual([
      ["today", 1],
      ["yesterday", 1],
      ["week", 2],
      ["month", 2],
      ["2026-6", 2],
      ["2025-12", 1],
    ]);
  });

  it("go by the user's days, not the server's", () => {
    const times = ["2026-07-14T16:30:00Z", "2026-07-14T15:30:00Z"];
    expect(periods("2026-07-14T17:00:00Z", "Asia/Shanghai", ...times)).toEqual([
      ["today", 1],
      ["yesterday", 1],
    ]);
    expect(periods("2026-07-14T17:00:00Z", "UTC", ...times)).toEqual([["today", 2]]);
  });

  it("count calendar days where the clocks change", () => {
    // The day of 23 hours in Berlin is 2026-03-29, that of 25 hours 2026-10-25.
    expect(periods("2026-03-30T00:30:00+02:00", "Europe/Berlin", "2026-03-29T01:00:00+01:00")).toEqual([
      ["yesterday", 1],
    ]);
    expect(periods("2026-10-26T00:30:00+01:00", "Europe/Berlin", "2026-10-25T00:10:00+02:00")).toEqual([
      ["yesterday", 1],
    ]);
  });

  it("put a time in the future under today", () => {
    expect(periods("2026-07-15T12:00:00Z", "UTC", "2026-07-16T12:00:00Z")).toEqual([["today", 1]]);
  });

  it("know their month", () => {
    expect(monthOf("2026-6")?.toISOString().slice(0, 7)).toBe("2026-06");
    expect(monthOf("today")).toBeNull();
  });
});
