import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDb } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { chatMessages, users } from "@/lib/db/schema";
import { engine, freshDatabase } from "./engine";
import { makeActor, makeSession } from "./factories";

test("a test file has a migrated database of its own, on the engine of its project", async () => {
  const { db, engine: opened } = await freshDatabase();
  expect(opened).toBe(engine);
  expect(await db.select().from(users)).toEqual([]);
  const [row] = await rowsOf<{ encoding: string }>(db, sql`select current_setting('server_encoding') as encoding`);
  expect(row?.encoding).toBe("UTF8");
});

test("asking again empties it", async () => {
  const db = await getDb();
  await db.execute(sql`create table left_behind (n integer)`);
  const { db: emptied } = await freshDatabase();
  const found = await rowsOf<{ found: string | null }>(emptied, sql`select to_regclass('left_behind')::text as found`);
  expect(found).toEqual([{ found: null }]);
});

test("a conversation is made at one line a message", async () => {
  const { db } = await freshDatabase();
  const actor = await makeActor();
  const { sessionId, messages } = await makeSession(actor, ["u: hello", "a: hi\nthere"]);
  expect(messages.map(({ seq, role, text }) => [seq, role, text])).toEqual([
    [1, "user", "hello"],
    [2, "assistant", "hi\nthere"],
  ]);
  const rows = await db.select().from(chatMessages).where(eq(chatMessages.sessionId, sessionId));
  expect(rows.map((row) => row.runesBefore)).toEqual([0, rows[0]?.runes]);
});
