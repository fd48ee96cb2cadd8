import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/test/support/engine";
import type { Database } from "./client";
import { migrate, readMigrations } from "./migrate";
import { rowsOf } from "./rows";

let opened: Database;
beforeEach(async () => {
  opened = await freshDatabase();
});

const applied = () =>
  rowsOf<{ n: number; tag: string }>(opened.db, sql`select n, tag from schema_migrations order by n`);
const later = (tag: string, ...statements: string[]) => ({ tag, hash: tag, statements });

test("a database that is up to date is left alone", async () => {
  const before = await applied();
  await migrate(opened);
  expect(await applied()).toEqual(before);
  expect(before.map(({ tag }) => tag)).toEqual(readMigrations().map(({ tag }) => tag));
});

test("a later version's migrations run once, in order", async () => {
  const journal = [
    ...readMigrations(),
    later("9000_a", "create table a (n int)"),
    later("9001_b", "alter table a add b int", "insert into a values (1, 2)"),
  ];
  await migrate(opened, journal);
  await migrate(opened, journal);
  expect(await rowsOf(opened.db, sql`select n, b from a`)).toEqual([{ n: 1, b: 2 }]);
});

test("all pending migrations run or none: a fault in the second takes the first back", async () => {
  const before = await applied();
  const journal = [
    ...readMigrations(),
    later("9000_a", "create table a (n int)"),
    later("9001_b", "insert into nowhere values (1)"),
  ];
  await expect(migrate(opened, journal)).rejects.toThrow();
  expect(await applied()).toEqual(before);
  expect(await rowsOf(opened.db, sql`select to_regclass('a')::text as found`)).toEqual([{ found: null }]);
});

test("a database whose migrations are not the beginning of this version's is refused and not touched", async () => {
  await opened.db.execute(sql`update schema_migrations set hash = 'edited' where n = 1`);
  const journal = [...readMigrations(), later("9000_a", "create table a (n int)")];
  await expect(migrate(opened, journal)).rejects.toThrow(/do not match/);
  expect(await rowsOf(opened.db, sql`select to_regclass('a')::text as found`)).toEqual([{ found: null }]);
});
