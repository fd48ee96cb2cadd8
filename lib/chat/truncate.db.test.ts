import { isDeepStrictEqual } from "node:util";
import { fc, test } from "@fast-check/vitest";
import { asc, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { payloadRunes } from "@/lib/context/size/measure";
import { type Db, getDb } from "@/lib/db/client";
import { insertMessages } from "@/lib/db/queries/messages";
import { changeSession } from "@/lib/db/queries/sessions";
import { type MessageRow, chatMessages as m, chatSessions as s, truncatedMessages as tm } from "@/lib/db/schema";
import { isAppError } from "@/lib/errors";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { fork } from "./fork";
import { requireLockedSession } from "./require-session";
import { truncate, undoTruncation } from "./truncate";

let me: Actor;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
});

const rowsIn = async (sessionId: string): Promise<MessageRow[]> =>
  await (await getDb()).select().from(m).where(eq(m.sessionId, sessionId)).orderBy(asc(m.seq));
const sessionRow = async (sessionId: string) => {
  const [row] = await (await getDb()).select().from(s).where(eq(s.id, sessionId));
  if (!row) throw new Error("no such session");
  return row;
};

/** Messages at the end, as a send writes them. */
async function append(sessionId: string, texts: readonly string[]): Promise<void> {
  await (await getDb()).transaction(async (tx: Db) => {
    let { lastSeq, totalRunes } = await requireLockedSession(tx, me, sessionId);
    const rows = texts.map((text) => {
      const parts = [{ type: "text" as const, text }];
      const row = { sessionId, id: uuidv7(), seq: ++lastSeq, role: "user" as const, parts, text };
      const runes = payloadRunes(parts);
      totalRunes += runes;
      return { ...row, runes, runesBefore: totalRunes - runes, terms: [] };
    });
    await insertMessages(tx, rows);
    await changeSession(tx, me, sessionId, { lastSeq, totalRunes });
  });
}

/** What every conversation promises about its numbers. */
async function expectSound(sessionId: string): Promise<MessageRow[]> {
  const rows = await rowsIn(sessionId);
  const session = await sessionRow(sessionId);
  let before = 0;
  for (const [i, row] of rows.entries()) {
    expect([row.seq, row.runesBefore]).toEqual([i + 1, before]);
    before += row.runes;
  }
  expect([session.lastSeq, session.totalRunes]).toEqual([rows.length, before]);
  return rows;
}

type Step = { do: "append"; texts: string[] } | { do: "truncate" | "undo" | "fork" | "undo as fork"; pick: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      texts: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("truncate" as const), pick: fc.nat(99) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("undo" as const), pick: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("undo as fork" as const), pick: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("fork" as const), pick: fc.nat(99) }) },
);

type Cut = { id: string; before: MessageRow[]; fromSeq: number; undone: boolean };

/** A fork's messages are the given ones under other ids, without their runs. */
async function expectCopy(sessionId: string, of: readonly MessageRow[]): Promise<void> {
  const plain = (row: MessageRow) => ({ ...row, id: "", sessionId: "", runId: null });
  const copy = await expectSound(sessionId);
  expect(copy.map(plain)).toEqual(of.map(plain));
  expect(copy.some((row) => of.some((original) => original.id === row.id))).toBe(false);
}

async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    if (isAppError(error, "newer_messages") || isAppError(error, "already_undone")) return error.code;
    throw error;
  }
}

test.prop([fc.array(step, { minLength: 1, maxLength: 14 })], { numRuns: 30, endOnFailure: true })(
  "any history of appends, cuts, undos and branches keeps its numbers and loses no message",
  async (steps) => {
    const { sessionId } = await makeSession(me, ["u: one", "a: two", "u: three"]);
    const everWritten = new Set<string>();
    const cuts: Cut[] = [];
    for (const next of steps) {
      const rows = await rowsIn(sessionId);
      for (const row of rows) everWritten.add(row.id);
      if (next.do === "append") {
        await append(sessionId, next.texts);
        expect((await expectSound(sessionId)).slice(0, rows.length)).toEqual(rows);
        continue;
      }
      if (next.do === "truncate" || next.do === "fork") {
        const target = rows[next.pick % Math.max(1, rows.length)];
        if (!target) continue;
        if (next.do === "fork") {
          await expectCopy((await fork(me, { sessionId, messageId: target.id })).id, rows.slice(0, target.seq));
        } else {
          const { deleted, truncation_id } = await truncate(me, { sessionId, messageId: target.id });
          expect(deleted).toBe(rows.length - target.seq + 1);
          expect(await expectSound(sessionId)).toEqual(rows.slice(0, target.seq - 1));
          cuts.push({ id: truncation_id, before: rows, fromSeq: target.seq, undone: false });
        }
        continue;
      }
      const cut = cuts[next.pick % Math.max(1, cuts.length)];
      if (!cut) continue;
      if (next.do === "undo as fork") {
        if (cut.undone) {
          expect(await refusal(undoTruncation(me, cut.id, { as: "fork" }))).toBe("already_undone");
          continue;
        }
        const undone = await undoTruncation(me, cut.id, { as: "fork" });
        expect(undone.restored).toBe(cut.before.length - cut.fromSeq + 1);
        await expectCopy(undone.session_id, cut.before);
        expect(await rowsIn(sessionId)).toEqual(rows);
        cut.undone = true;
      } else {
        const ids = (all: readonly MessageRow[]) => all.map((row) => row.id);
        const asBefore = isDeepStrictEqual(ids(rows), ids(cut.before.slice(0, cut.fromSeq - 1)));
        const expected = cut.undone ? "already_undone" : asBefore ? "done" : "newer_messages";
        expect(await refusal(undoTruncation(me, cut.id))).toBe(expected);
        const after = await expectSound(sessionId);
        if (expected === "done") {
          expect(after).toEqual([...rows, ...cut.before.slice(cut.fromSeq - 1)]);
          cut.undone = true;
        } else {
          expect(after).toEqual(rows);
        }
      }
    }
    const db = await getDb();
    const kept = await db.select({ id: tm.id }).from(tm).where(eq(tm.sessionId, sessionId));
    const standing = await rowsIn(sessionId);
    const found = [...kept, ...standing].map((row) => row.id);
    expect(new Set(found).size).toBe(found.length);
    expect([...everWritten].filter((id) => !found.includes(id))).toEqual([]);
  },
  120_000,
);

describe("a truncation", () => {
  test("stays cut off when as many messages as stood before it are others now", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: one", "a: two", "u: three"]);
    const cut = await truncate(me, { sessionId, messageId: messages[2]?.id ?? "" });
    await truncate(me, { sessionId, messageId: messages[1]?.id ?? "" });
    await append(sessionId, ["another two"]);
    expect(await refusal(undoTruncation(me, cut.truncation_id))).toBe("newer_messages");
    const fork = await undoTruncation(me, cut.truncation_id, { as: "fork" });
    expect((await rowsIn(fork.session_id)).map((row) => row.text)).toEqual(["one", "two", "three"]);
  });

  test("is undone when what was written in between is gone again, and its branch has the messages that it had", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: one", "a: two", "u: three"]);
    const before = await rowsIn(sessionId);
    const last = await truncate(me, { sessionId, messageId: messages[2]?.id ?? "" });
    const first = await truncate(me, { sessionId, messageId: messages[0]?.id ?? "" });
    await append(sessionId, ["newer one", "newer two"]);
    const [newer] = await rowsIn(sessionId);
    const again = await truncate(me, { sessionId, messageId: newer?.id ?? "" });
    await undoTruncation(me, first.truncation_id);
    expect(await refusal(undoTruncation(me, again.truncation_id))).toBe("newer_messages");
    await undoTruncation(me, last.truncation_id);
    expect(await rowsIn(sessionId)).toEqual(before);

    const cut = await truncate(me, { sessionId, messageId: messages[2]?.id ?? "" });
    const deeper = await truncate(me, { sessionId, messageId: messages[1]?.id ?? "" });
    await append(sessionId, ["another two"]);
    await expectCopy((await undoTruncation(me, cut.truncation_id, { as: "fork" })).session_id, before);
    await expectCopy((await undoTruncation(me, deeper.truncation_id, { as: "fork" })).session_id, before.slice(0, 2));
    const newest = await undoTruncation(me, again.truncation_id, { as: "fork" });
    expect((await rowsIn(newest.session_id)).map((row) => row.text)).toEqual(["newer one", "newer two"]);
  });

  test("cuts off the message and all later ones, and leaves the rest and the title as they were", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: 1", "a: 2", "u: 3", "a: 4", "u: 5", "a: 6", "u: 7"]);
    const before = await rowsIn(sessionId);
    const session = await sessionRow(sessionId);
    const cut = await truncate(me, { sessionId, messageId: messages[3]?.id ?? "" });
    expect(cut.deleted).toBe(4); // message 4 of 7 and the three after it
    expect(await rowsIn(sessionId)).toEqual(before.slice(0, 3));
    expect(await sessionRow(sessionId)).toEqual({ ...session, lastSeq: 3, totalRunes: before[3]?.runesBefore });

    const undone = await undoTruncation(me, cut.truncation_id);
    expect(undone).toMatchObject({ session_id: sessionId, restored: 4 });
    expect(await rowsIn(sessionId)).toEqual(before);
    expect(await sessionRow(sessionId)).toEqual(session);
  });

  test("of the first message empties the conversation, and undo fills it again", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: 1", "a: 2"]);
    const before = await rowsIn(sessionId);
    const cut = await truncate(me, { sessionId, messageId: messages[0]?.id ?? "" });
    expect(await expectSound(sessionId)).toEqual([]);
    await undoTruncation(me, cut.truncation_id);
    expect(await expectSound(sessionId)).toEqual(before);
  });

  test("twice at the same message at once is one cut", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: 1", "a: 2", "u: 3"]);
    const given = { sessionId, messageId: messages[1]?.id ?? "" };
    const results = await Promise.allSettled([truncate(me, given), truncate(me, given), truncate(me, given)]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await expectSound(sessionId)).toHaveLength(1);
  });

  test("is undone once, also when asked for several times at once", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: 1", "a: 2", "u: 3"]);
    const { truncation_id } = await truncate(me, { sessionId, messageId: messages[1]?.id ?? "" });
    const undo = () => refusal(undoTruncation(me, truncation_id));
    expect((await Promise.all([undo(), undo(), undo()])).sort()).toEqual(["already_undone", "already_undone", "done"]);
    expect(await expectSound(sessionId)).toHaveLength(3);
  });

  test("is not undone over something newer, but restored beside it", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: 1", "a: 2", "u: 3", "a: 4"]);
    const before = await rowsIn(sessionId);
    const { truncation_id } = await truncate(me, { sessionId, messageId: messages[2]?.id ?? "" });
    await append(sessionId, ["newer"]);
    await expect(undoTruncation(me, truncation_id)).rejects.toMatchObject({
      code: "newer_messages",
      details: { truncation_id },
    });
    const undone = await undoTruncation(me, truncation_id, { as: "fork" });
    await expectCopy(undone.session_id, before);
    expect(await sessionRow(undone.session_id)).toMatchObject({
      title: "A conversation (branch)",
      forkedFromSessionId: sessionId,
    });
    expect((await rowsIn(sessionId)).map((row) => row.text)).toEqual(["1", "2", "newer"]);
  });

  test("is refused for a foreign conversation, message or truncation, and nothing changes", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: 1", "a: 2"]);
    const { messages: others } = await makeSession(me, ["u: 1"]);
    const other = await makeActor();
    const cut = { sessionId, messageId: messages[1]?.id ?? "" };
    await expect(truncate(other, cut)).rejects.toMatchObject({ code: "not_found", details: { kind: "session" } });
    const message = { code: "not_found", details: { kind: "message" } };
    await expect(truncate(me, { sessionId, messageId: uuidv7() })).rejects.toMatchObject(message);
    await expect(truncate(me, { sessionId, messageId: others[0]?.id ?? "" })).rejects.toMatchObject(message);
    const { truncation_id } = await truncate(me, cut);
    const truncation = { code: "not_found", details: { kind: "truncation" } };
    await expect(undoTruncation(other, truncation_id)).rejects.toMatchObject(truncation);
    await expect(undoTruncation(other, truncation_id, { as: "fork" })).rejects.toMatchObject(truncation);
    await expect(undoTruncation(me, uuidv7())).rejects.toMatchObject(truncation);
    expect(await expectSound(sessionId)).toHaveLength(1);
  });
});
