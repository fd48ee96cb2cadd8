import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/client";
import { migrate, readMigrations } from "@/lib/db/migrate";

/** The tables of a conversation, and the column of each that names it. */
export const PARTITIONED: Readonly<Record<string, string>> = {
  chat_sessions: "id",
  chat_messages: "session_id",
  chat_runs: "session_id",
  chat_run_events: "session_id",
  truncations: "session_id",
  truncated_messages: "session_id",
  context_rolls: "session_id",
  context_work: "session_id",
};
export const PARTITIONS = 4;

type Engine = typeof import("./engine");

/**
 * The test engine with a conversation's tables hash-partitioned by it: the same migrations with nothing changed but
 * the storage. For `vi.mock` of "@/test/support/engine".
 */
export async function partitionedEngine(original: () => Promise<unknown>): Promise<Engine> {
  const engine = (await original()) as Engine;
  return { ...engine, freshDatabase: async () => partitioned(await engine.freshDatabase()) };
}

async function partitioned(opened: Database): Promise<Database> {
  await opened.db.execute(sql`drop schema public cascade`);
  await opened.db.execute(sql`create schema public`);
  const journal = readMigrations().map((m) => ({ ...m, statements: m.statements.flatMap(withPartitions) }));
  await migrate(opened, journal);
  return opened;
}

function withPartitions(statement: string): string[] {
  const table = /^\s*CREATE TABLE "(\w+)"/.exec(statement)?.[1] ?? "";
  const column = PARTITIONED[table];
  if (!column) return [statement];
  const partition = (_: unknown, i: number) =>
    `create table ${table}_${i} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${i})`;
  return [
    statement.replace(/\);\s*$/, `) PARTITION BY HASH ("${column}");`),
    ...Array.from({ length: PARTITIONS }, partition),
  ];
}
