import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { deleteSlice, lockDeletedSession } from "@/lib/db/queries/purge";
import { rowsOf } from "@/lib/db/rows";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { readHistory } from "./history";
import { importSession } from "./import";
import { readMessage } from "./message";
import { purgeDeletedSessions } from "./purge";
import { deleteSession, listSessions } from "./sessions";
import { truncate } from "./truncate";

let me: Actor;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
});

async function big(count: number) {
  async function* lines() {
    for (let i = 1; i <= count; i++) yield JSON.stringify({ role: i % 2 ? "user" : "assistant", text: `message ${i}` });
  }
  return (await importSession(me, lines())).sessionId;
}

const leftOf = async (sessionId: string) => {
  const db = await getDb();
  const [row] = await rowsOf<{ n: number }>(
    db,
    sql`select ((select count(*) from chat_sessions where id = ${sessionId}) + (select count(*) from chat_messages where session_id = ${sessionId})
      + (select count(*) from truncated_messages where session_id = ${sessionId}) + (select count(*) from truncations where session_id = ${sessionId})
      + (select count(*) from chat_runs where session_id = ${sessionId}))::int as n`,
  );
  return row?.n;
};

describe("deleting a conversation of 20,000 messages", () => {
  test("makes it invisible at once and removes every row in the background", async () => {
    const sessionId = await big(20_000);
    const { messages } = await readHistory(me, { sessionId, limit: 10 });
    await truncate(me, { sessionId, messageId: messages[5]?.id ?? "" });
    await (
      await getDb()
    ).execute(sql`insert into chat_runs (session_id, id, user_message_id, request_hash, assistant_message_id, status, model, owner, lease_until)
      values (${sessionId}, ${uuidv7()}, ${uuidv7()}, 'x', ${uuidv7()}, 'complete', 'offline:cadau', 'x', now())`);

    const started = performance.now();
    await deleteSession(me, sessionId);
    const acknowledged = performance.now() - started;
    await expect(readHistory(me, { sessionId, limit: 10 })).rejects.toMatchObject({ code: "not_found" });
    await expect(readMessage(me, messages[0]?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
    expect((await listSessions(me, { limit: 10 })).sessions).toEqual([]);
    await expect.poll(() => leftOf(sessionId), { timeout: 60_000 }).toBe(0);
    // On a busy machine both take longer; the acknowledgement never waits for the rows.
    expect(acknowledged).toBeLessThan(Math.max(2_000, (performance.now() - started) / 3));
  });

  test("goes on where a process that was killed left off", async () => {
    const sessionId = await big(12_000);
    const { sessionId: other } = await makeSession(me, ["u: still here"]);
    const db = await getDb();
    await db.execute(sql`update chat_sessions set deleted_at = now() where id = ${sessionId}`);
    // What a purge does before it dies: one slice that was committed, and one that was not.
    await db.transaction(async (tx: Db) => {
      await lockDeletedSession(tx);
      await deleteSlice(tx, sessionId, 5_000);
    });
    const killed = db.transaction(async (tx: Db) => {
      await lockDeletedSession(tx);
      await deleteSlice(tx, sessionId, 5_000);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await leftOf(sessionId)).toBe(7_001);
    await expect(readHistory(me, { sessionId, limit: 10 })).rejects.toMatchObject({ code: "not_found" });

    expect(await purgeDeletedSessions()).toBe(1);
    expect(await leftOf(sessionId)).toBe(0);
    expect((await readHistory(me, { sessionId: other, limit: 10 })).messages).toHaveLength(1);
  });

  test("is shared by several that purge at once", async () => {
    const ids = await Promise.all([big(3_000), big(3_000), big(3_000)]);
    const db = await getDb();
    for (const id of ids) await db.execute(sql`update chat_sessions set deleted_at = now() where id = ${id}`);
    const purged = await Promise.all([purgeDeletedSessions(), purgeDeletedSessions(), purgeDeletedSessions()]);
    for (const id of ids) await expect.poll(() => leftOf(id), { timeout: 20_000 }).toBe(0);
    expect(purged.reduce((sum, n) => sum + n, 0)).toBe(3);
  });
});
