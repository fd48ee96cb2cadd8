import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { StartupError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Database, Db } from "./client";
import { rowsOf } from "./rows";

type Migration = { tag: string; hash: string; statements: string[] };

/** Held while migrating, so that processes which start together do it one after the other. */
const ADVISORY_LOCK = 7_223_285_001;

/** The migrations that drizzle-kit generated, in the order of its journal. */
export function readMigrations(directory = join(process.cwd(), "drizzle")): Migration[] {
  const journal = JSON.parse(readFileSync(join(directory, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const source = readFileSync(join(directory, `${tag}.sql`), "utf8");
    return {
      tag,
      hash: createHash("sha256").update(source).digest("hex"),
      statements: source.split("--> statement-breakpoint"),
    };
  });
}

/** Which migrations are still to run. Throws when those applied are not the beginning of the journal. */
export function pendingMigrations(
  journal: readonly Migration[],
  applied: readonly { tag: string; hash: string }[],
): Migration[] {
  for (const [i, done] of applied.entries()) {
    const known = journal[i];
    if (!known) {
      throw new StartupError(
        `The database has the migration ${done.tag}, which this version does not know: it was used by a newer version. Install that one again.`,
      );
    }
    if (known.tag !== done.tag || known.hash !== done.hash) {
      throw new StartupError(
        `The database's migrations do not match this version's: number ${i + 1} is ${done.tag} there and ${known.tag} here${known.tag === done.tag ? ", with other content" : ""}. Nothing was changed.`,
      );
    }
  }
  return journal.slice(applied.length);
}

/** Brings the schema up to date: all pending migrations in one transaction, or none. */
export async function migrate(
  { db, engine }: Pick<Database, "db" | "engine">,
  journal = readMigrations(),
): Promise<void> {
  await db.transaction(async (tx: Db) => {
    if (engine === "postgres") await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK}::bigint)`);
    await tx.execute(sql`create table if not exists schema_migrations (
      n integer primary key, tag text not null, hash text not null, applied_at timestamptz not null default now())`);
    const applied = await rowsOf<{ tag: string; hash: string }>(
      tx,
      sql`select tag, hash from schema_migrations order by n`,
    );
    const pending = pendingMigrations(journal, applied);
    for (const [i, migration] of pending.entries()) {
      for (const statement of migration.statements) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into schema_migrations (n, tag, hash) values (${applied.length + i + 1}, ${migration.tag}, ${migration.hash})`,
      );
    }
    if (pending.length > 0) log.info("database_migrated", { applied: pending.map((migration) => migration.tag) });
  });
}
