import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { config } from "@/lib/config";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { lockDirectory } from "./directory-lock";
import { migrate } from "./migrate";
import { preparing } from "./prepared";
import * as schema from "./schema";

/** Either engine, or a transaction on it. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Database = {
  db: Db;
  engine: "pglite" | "postgres";
  /** Calls `onPayload` for each NOTIFY on the channel, from any process. On the embedded engine there is only this one. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

async function openPostgres(url: string): Promise<Database> {
  const { default: postgres } = await import("postgres");
  const { drizzle } = await import("drizzle-orm/postgres-js");
  const sql = postgres(url, {
    max: config().DATABASE_POOL,
    onnotice: () => {},
    connection: { application_name: "cadau" },
  });
  const listenUrl = config().DATABASE_LISTEN_URL;
  const listener = listenUrl ? postgres(listenUrl, { max: 1, onnotice: () => {} }) : sql;
  return {
    // LISTEN has a connection of its own where statements go through a pooler; those cannot be prepared.
    db: drizzle(listenUrl ? sql : preparing(sql), { schema }),
    engine: "postgres",
    async listen(channel, onPayload) {
      const subscription = await listener.listen(channel, onPayload);
      return () => subscription.unlisten();
    },
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), ...(listener === sql ? [] : [listener.end({ timeout: 5 })])]);
    },
  };
}

async function openEmbedded(directory: string): Promise<Database> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Taken before the directory is touched and held until the process ends, however it ends.
  const lock = lockDirectory(directory);
  const { openPglite } = await import("./durable-files");
  const { drizzle } = await import("drizzle-orm/pglite");
  const client = await openPglite(join(directory, "pglite")).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  return {
    db: drizzle(client, { schema }),
    engine: "pglite",
    async listen(channel, onPayload) {
      const unlisten = await client.listen(channel, onPayload);
      return () => unlisten();
    },
    async close() {
      await client.close();
      lock.release();
    },
  };
}

/** Opens the configured database and brings its schema up to date. Use `database()`, which does it once a process. */
async function openDatabase(): Promise<Database> {
  const { DATABASE_URL, DATA_DIR } = config();
  const started = performance.now();
  const opened = DATABASE_URL ? await openPostgres(DATABASE_URL) : await openEmbedded(resolve(DATA_DIR));
  try {
    await migrate(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
  log.info("database_opened", { engine: opened.engine, duration_ms: Math.round(performance.now() - started) });
  return opened;
}

const slot = processWide("database", () => ({ opening: undefined as Promise<Database> | undefined }));

/** The database of this process, opened and migrated at the first call. A failed opening is tried again at the next. */
export function database(): Promise<Database> {
  const held = slot();
  held.opening ??= openDatabase().catch((error: unknown) => {
    held.opening = undefined;
    throw error;
  });
  return held.opening;
}

export async function getDb(): Promise<Db> {
  return (await database()).db;
}

/** Whether the database is in use. Loops ask before they look, so that none opens it again behind the back of a close. */
export function databaseIsOpen(): boolean {
  return slot().opening !== undefined;
}

export async function closeDatabase(): Promise<void> {
  const held = slot();
  const opening = held.opening;
  held.opening = undefined;
  if (opening) await (await opening).close();
}

/** The SQLSTATE of a failed statement, on both engines; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}
