import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuidv7, version } from "uuid";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { chatMessages as m, chatSessions as s } from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { branchTitle } from "./branch";
import { fork } from "./fork";

let me: Actor;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
});

const rowsIn = async (sessionId: string) =>
  await (await getDb()).select().from(m).where(eq(m.sessionId, sessionId)).orderBy(asc(m.seq));

test("a branch holds everything up to the message, and the original is as it was", async () => {
  const { sessionId, messages } = await makeSession(me, ["u: 1", "a: 2", "u: 3", "a: 4"], {
    title: "Plans",
    model: "offline:cadau",
  });
  const before = await rowsIn(sessionId);
  const branch = await fork(me, { sessionId, messageId: messages[2]?.id ?? "" });
  expect(branch).toMatchObject({
    title: "Plans (branch)",
    model: "offline:cadau",
    last_seq: 3,
    forked_from: { session_id: sessionId, message_id: messages[2]?.id },
    active_run_id: null,
  });
  const copies = await rowsIn(branch.id);
  expect(copies.map((row) => [row.seq, row.role, row.text, row.createdAt])).toEqual(
    before.slice(0, 3).map((row) => [row.seq, row.role, row.text, row.createdAt]),
  );
  expect(await rowsIn(sessionId)).toEqual(before);
  const [row] = await (await getDb()).select().from(s).where(eq(s.id, branch.id));
  expect(row).toMatchObject({ totalRunes: before[3]?.runesBefore, titleSet: true });
});

test("ids of copies are of version 7 and all different, also for many", async () => {
  const { sessionId, messages } = await makeSession(
    me,
    Array.from({ length: 3_000 }, (_, i) => `u: ${i}`),
  );
  const branch = await fork(me, { sessionId, messageId: messages.at(-1)?.id ?? "" });
  const ids = (await rowsIn(branch.id)).map((row) => row.id);
  expect(new Set(ids).size).toBe(3_000);
  expect(ids.every((id) => version(id) === 7)).toBe(true);
  const made = Number.parseInt((ids[0] ?? "").replaceAll("-", "").slice(0, 12), 16);
  expect(Math.abs(made - Date.now())).toBeLessThan(60_000);
});

test("an answer that is still being written is left out", async () => {
  const { sessionId, messages } = await makeSession(me, ["u: 1", "a: …"]);
  await (await getDb()).execute(
    sql`update chat_messages set status = 'running', runes = 0 where session_id = ${sessionId} and seq = 2`,
  );
  const branch = await fork(me, { sessionId, messageId: messages[1]?.id ?? "" });
  expect(branch.last_seq).toBe(1);
  expect((await rowsIn(branch.id)).map((row) => [row.text, row.status])).toEqual([["1", "complete"]]);
});

test("only the owner branches, and only from a message of the conversation", async () => {
  const { sessionId, messages } = await makeSession(me, ["u: 1"]);
  const { messages: others } = await makeSession(me, ["u: 1"]);
  const given = { sessionId, messageId: messages[0]?.id ?? "" };
  await expect(fork(await makeActor(), given)).rejects.toMatchObject({
    code: "not_found",
    details: { kind: "session" },
  });
  const message = { code: "not_found", details: { kind: "message" } };
  await expect(fork(me, { sessionId, messageId: others[0]?.id ?? "" })).rejects.toMatchObject(message);
  await expect(fork(me, { sessionId, messageId: uuidv7() })).rejects.toMatchObject(message);
});

test("a title carries the mark of a branch once, in the reader's language", () => {
  expect(branchTitle("Plans", "en")).toBe("Plans (branch)");
  expect(branchTitle("计划", "zh-CN")).toBe("计划（分支）");
  expect(branchTitle("Plans (branch)", "zh-CN")).toBe("Plans (branch)");
  expect(branchTitle("", "en")).toBe("");
});
