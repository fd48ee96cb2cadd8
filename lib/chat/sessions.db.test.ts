import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { activityTime } from "@/lib/db/queries/sessions";
import { chatSessions } from "@/lib/db/schema";
import type { SessionListQuery } from "@/lib/http/contract/sessions";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { readHistory } from "./history";
import { createSession, deleteSession, getSession, listSessions, updateSession } from "./sessions";

let me: Actor;
let opened = false;
beforeEach(async () => {
  // One database for the file, one person a test: a list shows nobody else's conversations.
  if (!opened) await freshDatabase();
  opened = true;
  me = await makeActor();
});

const many = async (count: number, given: Partial<typeof chatSessions.$inferInsert> = {}) => {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: uuidv7(),
    userId: me.userId,
    workspaceId: me.workspaceId,
    title: `Conversation ${i}`,
    updatedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1_000), // three at a time
    ...given,
  }));
  for (let at = 0; at < rows.length; at += 1_000)
    await (await getDb()).insert(chatSessions).values(rows.slice(at, at + 1_000));
  return rows.map((row) => row.id);
};

async function walk(query: Partial<SessionListQuery> = {}, between?: () => Promise<unknown>) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listSessions(me, { limit: 10, ...query, ...(cursor && { cursor }) });
    ids.push(...page.sessions.map((session) => session.id));
    if (page.next_cursor === null) return ids;
    cursor = page.next_cursor;
    await between?.();
  }
}

const touch = async (id: string | undefined) =>
  await (await getDb())
    .update(chatSessions)
    .set({ updatedAt: activityTime })
    .where(eq(chatSessions.id, id ?? ""));

describe("the list", () => {
  test("a walk meets each conversation once, newest activity first, also where times are the same", async () => {
    const ids = await many(95);
    expect(await walk()).toEqual(ids.toReversed());
    expect(await walk({ limit: 95 })).toEqual(ids.toReversed());
  });

  test("is stable while messages are sent: none twice in a walk, none untouched left out", async () => {
    const ids = await many(95);
    const touched = new Set<string>();
    let at = 0;
    const met = await walk({}, async () => {
      // One already met, one still to come, and a new one.
      for (const id of [ids[94 - at], ids[at]]) {
        touched.add(id ?? "");
        await touch(id);
      }
      at += 3;
      await createSession(me, {});
    });
    expect(new Set(met).size).toBe(met.length);
    expect(ids.filter((id) => !touched.has(id) && !met.includes(id))).toEqual([]);
    expect((await listSessions(me, { limit: 1 })).next_cursor).not.toBeNull();
  });

  test("an activity never moves a conversation down, whichever transaction began first", async () => {
    const [id] = await many(1, { updatedAt: new Date(Date.now() + 60_000) });
    const before = await getSession(me, id ?? "");
    await touch(id);
    expect((await getSession(me, id ?? "")).updated_at).toBe(before.updated_at);
  });

  test("archived, pinned and other ones are lists of their own", async () => {
    const plain = await many(12);
    const pinned = await many(12, { pinnedAt: new Date() });
    const archived = await many(12, { archivedAt: new Date() });
    await many(5, { deletedAt: new Date() });
    const asSet = (ids: string[]) => new Set(ids);
    expect(asSet(await walk())).toEqual(asSet([...plain, ...pinned]));
    expect(asSet(await walk({ pinned: true }))).toEqual(asSet(pinned));
    expect(asSet(await walk({ pinned: false }))).toEqual(asSet(plain));
    expect(asSet(await walk({ archived: true }))).toEqual(asSet(archived));
  });

  test("a search finds titles with all words, and goes on until it has looked at every one", async () => {
    await many(4_500);
    const needles = [];
    for (const [i, title] of ["Red Bicycle", "a bicycle, red", "red car", "红色自行车"].entries()) {
      needles.push(...(await many(1, { title, updatedAt: new Date(Date.UTC(2025, 0, 10 - i)) })));
    }
    expect(await walk({ q: "BICYCLE red" })).toEqual(needles.slice(0, 2));
    expect(await walk({ q: "red", limit: 2 })).toEqual(needles.slice(0, 3));
    expect(await walk({ q: "自行车" })).toEqual(needles.slice(3));
    expect(await walk({ q: "100%_" })).toEqual([]);
    expect((await walk({ q: "conversation", limit: 100 })).length).toBe(4_500);
  });

  test("a cursor is refused with other filters, for another person, and when changed", async () => {
    await many(30);
    const cursor = (await listSessions(me, { limit: 10 })).next_cursor ?? "";
    const refused = { code: "invalid_cursor" };
    await expect(listSessions(me, { limit: 10, cursor, archived: true })).rejects.toMatchObject(refused);
    await expect(listSessions(me, { limit: 10, cursor, q: "x" })).rejects.toMatchObject(refused);
    await expect(listSessions(await makeActor(), { limit: 10, cursor })).rejects.toMatchObject(refused);
    await expect(listSessions(me, { limit: 10, cursor: `${cursor}A` })).rejects.toMatchObject(refused);
    expect((await listSessions(me, { limit: 20, cursor })).sessions).toHaveLength(20);
  });
});

describe("one conversation", () => {
  test("is created, read, changed and deleted", async () => {
    const created = await createSession(me, { title: "  Plans  " });
    expect(created).toMatchObject({ title: "Plans", last_seq: 0, pinned: false, archived: false, active_run_id: null });
    expect(await getSession(me, created.id)).toEqual(created);
    const changed = await updateSession(me, created.id, { title: "Other plans", pinned: true, archived: true });
    expect(changed).toMatchObject({
      title: "Other plans",
      pinned: true,
      archived: true,
      updated_at: created.updated_at,
    });
    expect(await updateSession(me, created.id, { pinned: false })).toMatchObject({
      title: "Other plans",
      pinned: false,
      archived: true,
    });
    await deleteSession(me, created.id);
    const missing = { code: "not_found", details: { kind: "session" } };
    await expect(getSession(me, created.id)).rejects.toMatchObject(missing);
    await expect(deleteSession(me, created.id)).rejects.toMatchObject(missing);
    await expect(updateSession(me, created.id, { pinned: true })).rejects.toMatchObject(missing);
    expect(await walk()).toEqual([]);
  });

  test("is nobody else's: not another person's, not another workspace's", async () => {
    const { sessionId } = await makeSession(me, ["u: hello"]);
    const missing = { code: "not_found", details: { kind: "session" } };
    const colleague = await makeActor({ workspaceId: me.workspaceId });
    for (const other of [await makeActor(), colleague, { ...me, workspaceId: uuidv7() }]) {
      await expect(getSession(other, sessionId)).rejects.toMatchObject(missing);
      await expect(updateSession(other, sessionId, { title: "mine" })).rejects.toMatchObject(missing);
      await expect(deleteSession(other, sessionId)).rejects.toMatchObject(missing);
    }
    expect(await getSession(me, sessionId)).toMatchObject({ title: "A conversation", last_seq: 1 });
  });

  test("an unknown model is refused and changes nothing", async () => {
    const session = await createSession(me, {});
    await expect(createSession(me, { model: "openai:none" })).rejects.toMatchObject({ code: "unknown_model" });
    await expect(updateSession(me, session.id, { title: "x", model: "openai:none" })).rejects.toMatchObject({
      code: "unknown_model",
    });
    expect(await getSession(me, session.id)).toEqual(session);
    expect(await updateSession(me, session.id, { model: "offline:cadau" })).toMatchObject({ model: "offline:cadau" });
    expect(await updateSession(me, session.id, { model: null })).toMatchObject({ model: null });
  });

  test("a run whose process is lost is not shown as active", async () => {
    const { sessionId, messages } = await makeSession(me, ["u: hello", "a: …"]);
    const db = await getDb();
    await db.execute(
      sql`update chat_messages set status = 'running', parts = '[]', text = '' where session_id = ${sessionId} and seq = 2`,
    );
    await db.execute(sql`insert into chat_runs (session_id, id, user_message_id, request_hash, assistant_message_id, status, model, owner, lease_until)
      values (${sessionId}, ${uuidv7()}, ${messages[0]?.id}, 'x', ${messages[1]?.id}, 'running', 'offline:cadau', 'gone', now() - interval '1 minute')`);
    expect((await listSessions(me, { limit: 5 })).sessions[0]?.active_run_id).toBeNull();
    expect((await getSession(me, sessionId)).active_run_id).toBeNull();
    const page = await readHistory(me, { sessionId, limit: 10 });
    expect(page.messages.map((message) => message.status)).toEqual(["complete", "interrupted"]);
  });
});
