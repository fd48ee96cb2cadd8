import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Session, SessionList } from "@/lib/http/contract/sessions";
import {
  belongs,
  byActivity,
  type ListData,
  listOf,
  reaches,
  replay,
  sessionsIn,
  withHead,
  withoutSession,
  withSession,
} from "./session-list";

const PAGE = 3;
const everything = { q: "", archived: false };

/** A session named and placed by one number: the higher, the newer. */
function at(time: number, id = `s${time}`, over: Partial<Session> = {}): Session {
  const updated_at = new Date(1_000_000 + time * 1_000).toISOString();
  return {
    id,
    title: id,
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
    ...over,
  };
}

/** What the server would answer, its cursor being the number of sessions passed. */
function served(all: readonly Session[], from: number): SessionList {
  const sorted = all.toSorted(byActivity);
  const end = from + PAGE;
  return { sessions: sorted.slice(from, end), next_cursor: end < sorted.length ? String(end) : null };
}
function loaded(all: readonly Session[], pages: number): ListData {
  const data: ListData = { pages: [], pageParams: [] };
  for (let from = 0, page = 0; page < pages; page++, from += PAGE) {
    if (page > 0 && from >= all.length) break;
    data.pages.push(served(all, from));
    data.pageParams.push(page === 0 ? null : String(from));
  }
  return data;
}
const ids = (data: ListData) => sessionsIn(data).map(({ id }) => id);

describe("a list of conversations", () => {
  it("puts a session at its place by activity, across pages", () => {
    const data = loaded([at(6), at(5), at(4), at(3), at(2)], 2);
    expect(ids(withSession(data, everything, at(9, "new")))).toEqual(["new", "s6", "s5", "s4", "s3", "s2"]);
    expect(ids(withSession(data, everything, at(3.5, "s6")))).toEqual(["s5", "s4", "s6", "s3", "s2"]);
    expect(ids(withSession(data, everything, at(1, "old")))).toEqual(["s6", "s5", "s4", "s3", "s2", "old"]);
  });

  it("leaves out a session whose place is not loaded yet", () => {
    const data = loaded([at(6), at(5), at(4), at(3), at(2)], 1);
    expect(ids(withSession(data, everything, at(1, "s6")))).toEqual(["s5", "s4"]);
  });

  it("takes a session out when it no longer belongs", () => {
    const data = loaded([at(2), at(1)], 1);
    expect(ids(withSession(data, everything, at(2, "s2", { archived: true })))).toEqual(["s1"]);
    expect(ids(withSession(data, { ...everything, pinned: false }, at(2, "s2", { pinned: true })))).toEqual(["s1"]);
  });

  it("matches all words of a title in any order and case", () => {
    const session = at(1, "x", { title: "Trip to Rome 行程" });
    expect(belongs({ q: "rome trip", archived: false }, session)).toBe(true);
    expect(belongs({ q: "行程 ROME", archived: false }, session)).toBe(true);
    expect(belongs({ q: "rome paris", archived: false }, session)).toBe(false);
  });
});

describe("changes on their way", () => {
  const base = loaded([at(3), at(2), at(1)], 1);

  it("are replayed in order, whatever the server last said", () => {
    const [first] = sessionsIn(base);
    if (!first) throw new Error("no session");
    const pending = [
      { kind: "update" as const, session: first, changes: { title: "A" } },
      { kind: "update" as const, session: { ...first, title: "A" }, changes: { title: "B" } },
    ];
    expect(sessionsIn(replay(base, everything, pending))[0]?.title).toBe("B");
    // A refetch brings the old title again: still what the person typed.
    expect(sessionsIn(replay(loaded([at(3), at(2), at(1)], 1), everything, pending))[0]?.title).toBe("B");
  });

  it("bring a session into the list that it moves to", () => {
    const pinned = loaded([], 1);
    const pending = [{ kind: "update" as const, session: at(2), changes: { pinned: true } }];
    expect(ids(replay(pinned, { ...everything, pinned: true }, pending))).toEqual(["s2"]);
    expect(ids(replay(base, { ...everything, pinned: false }, pending))).toEqual(["s3", "s1"]);
  });

  it("keep a deleted session away while a refetch still has it", () => {
    expect(ids(replay(base, everything, [{ kind: "remove", session: at(2) }]))).toEqual(["s3", "s1"]);
  });
});

// What can happen elsewhere between two reads: activity (up to the top), a new session, a deletion.
const happening = fc.oneof(
  fc.record({ kind: fc.constant("bump" as const), index: fc.nat(11) }),
  fc.record({ kind: fc.constant("create" as const), index: fc.nat(0) }),
  fc.record({ kind: fc.constant("delete" as const), index: fc.nat(11) }),
);

test.prop([fc.nat(12), fc.integer({ min: 1, max: 5 }), fc.array(happening, { maxLength: 6 })], { numRuns: 2_000 })(
  "reading the first page again gives what the server has, down to where the list is loaded",
  (count, pages, happened) => {
    let all = Array.from({ length: count }, (_, n) => at(n));
    const before = loaded(all, pages);
    let clock = 100;
    for (const { kind, index } of happened) {
      const target = all[index % Math.max(1, all.length)];
      if (kind === "create") all = [...all, at(clock++)];
      else if (target && kind === "delete") all = all.filter(({ id }) => id !== target.id);
      else if (target) all = [...all.filter(({ id }) => id !== target.id), at(clock++, target.id)];
    }
    const after = withHead(before, served(all, 0));
    const shown = ids(after);
    const truth = all.toSorted(byActivity).map(({ id }) => id);
    const onHead = truth.slice(0, PAGE);
    // Below the first page a deletion elsewhere is only found by the next full read; nothing else may differ.
    const gone = new Set(
      sessionsIn(before)
        .map(({ id }) => id)
        .filter((id) => !truth.includes(id)),
    );
    const kept = shown.filter((id) => !gone.has(id));
    expect(kept).toEqual(truth.slice(0, kept.length));
    expect(kept.slice(0, PAGE)).toEqual(onHead);
    if (after.pages.at(-1)?.next_cursor === null) expect(kept).toEqual(truth);
    const raw = after.pages.flatMap(({ sessions }) => sessions);
    expect(new Set(raw.map(({ id }) => id)).size).toBe(raw.length);
    const end = served(all, 0).sessions.at(-1);
    if (end) expect(raw.filter(({ id }) => gone.has(id)).every((session) => byActivity(session, end) > 0)).toBe(true);
    expect(after.pageParams.length).toBe(after.pages.length);
  },
);

test.prop([fc.nat(12), fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(11), { maxLength: 6 })])(
  "reading all again that is loaded gives what the server has, at least as far down as before",
  (count, pages, deleted) => {
    const all = Array.from({ length: count }, (_, n) => at(n));
    const before = loaded(all, pages);
    const left = all.filter((_, index) => !deleted.includes(index));
    const read: SessionList[] = [];
    do read.push(served(left, Number(read.at(-1)?.next_cursor ?? 0)));
    while (!reaches(read, before));
    const shown = ids(listOf(read));
    const truth = left.toSorted(byActivity).map(({ id }) => id);
    expect(shown).toEqual(truth.slice(0, shown.length));
    expect(shown).toEqual(expect.arrayContaining(ids(before).filter((id) => truth.includes(id))));
  },
);

it("gives the same list back when there is nothing to take out", () => {
  const data = loaded([at(1)], 1);
  expect(withoutSession(data, "unknown")).toBe(data);
});
