import { randomUUID } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { inject } from "vitest";
import { closeDatabase, type Database, database } from "@/lib/db/client";

/** The engine under this test file: each `*.db.test.ts` runs once on both. */
export const engine = process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite";

let recreate: () => Promise<void>;

/** Points the configuration at a migrated, empty database of this file's own. */
export async function createOwnDatabase(dataDir: string): Promise<{ remove(): Promise<void> }> {
  const own = engine === "postgres" ? await ownPostgres() : ownPglite(dataDir);
  await own.create();
  recreate = async () => {
    await own.remove();
    await own.create();
  };
  return { remove: own.remove };
}

let handedOut = false;

/**
 * The database of this test file, opened. It is empty at the first call, and emptied by later ones, so that a
 * `beforeEach(freshDatabase)` starts every test from nothing.
 */
export async function freshDatabase(): Promise<Database> {
  if (handedOut) {
    await closeDatabase();
    await recreate();
  }
  handedOut = true;
  return database();
}

type Own = { create(): Promise<void>; remove(): Promise<void> };

function ownPglite(dataDir: string): Own {
  const directory = join(dataDir, "pglite");
  return {
    async create() {
      cpSync(inject("pgliteTemplate"), directory, { recursive: true });
    },
    async remove() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function ownPostgres(): Promise<Own> {
  const server = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const own = new URL(server);
  own.pathname = `/${name}`;
  process.env.DATABASE_URL = own.href;
  const asAdmin = async (statement: string) => {
    const admin = postgres(server, { max: 1, onnotice: () => {} });
    await admin.unsafe(statement);
    await admin.end();
  };
  return {
    create: () => asAdmin(`create database ${name} template template`),
    remove: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
}
