import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readMigrations } from "./migrate";

const run = promisify(execFile);
const server = inject("postgresUrl");
const name = `open_${randomUUID().replaceAll("-", "")}`;
const url = new URL(server);
url.pathname = `/${name}`;

const asAdmin = async (statement: string) => {
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(statement);
  await admin.end();
};
beforeAll(() => asAdmin(`create database ${name}`));
afterAll(() => asAdmin(`drop database if exists ${name} with (force)`));

test("three processes that start at once on one empty database all come up, each migration applied once", async () => {
  const opener = join(process.cwd(), "test/support/open-database.ts");
  const open = () =>
    run(process.execPath, ["--import", "tsx", opener], {
      env: { ...process.env, DATABASE_URL: url.href, LOG_LEVEL: "silent" },
    });
  const opened = await Promise.all([open(), open(), open()]);
  expect(opened.map(({ stdout }) => stdout.trim())).toEqual(["open postgres", "open postgres", "open postgres"]);

  const sql = postgres(url.href, { max: 1 });
  const applied = await sql<{ n: number; tag: string }[]>`select n, tag from schema_migrations order by n`;
  await sql.end();
  expect(applied.map(({ n, tag }) => [n, tag])).toEqual(readMigrations().map(({ tag }, i) => [i + 1, tag]));
}, 60_000);
