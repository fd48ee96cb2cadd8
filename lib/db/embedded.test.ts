import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pgliteTemplate } from "@/test/support/pglite-template";
import { lockDirectory } from "./directory-lock";

// What only shows between processes: each is a real one, on a directory of the test's own.

let directory: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "cadau-embedded-"));
  cpSync(await pgliteTemplate(), join(directory, "pglite"), { recursive: true });
}, 600_000);
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(directory, { recursive: true, force: true });
});

function start(...args: string[]) {
  const script = join(process.cwd(), "test/support/open-database.ts");
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", script, ...args], {
    env: { ...env, DATA_DIR: directory, LOG_LEVEL: "silent" },
  });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    said.out += data;
  });
  child.stderr.on("data", (data) => {
    said.err += data;
  });
  return { child, said };
}

const ended = (child: ChildProcessWithoutNullStreams) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once("close", resolve);
  });

async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  const gone = ended(child);
  child.kill("SIGKILL");
  await gone;
}

const says = (said: { out: string }, text: string) => expect.poll(() => said.out, { timeout: 240_000 }).toContain(text);
const holder = () => join(directory, "lock-holder.json");

test("a second process on the directory exits at once and names the first, whose data stays fine", async () => {
  const first = start("write");
  await says(first.said, "written 20");
  const second = start();
  expect(await ended(second.child)).toBe(1);
  expect(second.said.err).toContain(`in use by process ${first.child.pid}`);
  expect(second.said.out).toBe("");
  const before = first.said.out.length;
  await expect.poll(() => first.said.out.length, { timeout: 60_000 }).toBeGreaterThan(before);
  await kill(first.child);
  expect(await numbersIn()).toEqual(expect.arrayContaining(acknowledged(first.said.out)));
}, 600_000);

test("after kill -9 it starts, also when the process id in the note is in use by something else", async () => {
  const first = start("hold");
  await says(first.said, "open pglite");
  expect(JSON.parse(readFileSync(holder(), "utf8"))).toMatchObject({ pid: first.child.pid });
  await kill(first.child);
  writeFileSync(holder(), JSON.stringify({ pid: process.pid, since: "2026-01-01T00:00:00.000Z" }));
  const second = start();
  expect(await ended(second.child)).toBe(0);
  expect(second.said.out).toContain("open pglite");
}, 600_000);

test("a lock that is given back can be taken again, and a spoilt note does not matter", () => {
  const lock = lockDirectory(directory);
  lock.release();
  writeFileSync(holder(), "{ half a no");
  lockDirectory(directory).release();
});

test("kill -9 in mid-write, three times: it always opens, and no acknowledged row is missing", async () => {
  const promised: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { child, said } = start("write", String((promised.at(-1) ?? 0) + 1_000));
    const enough = 15 + round * 40;
    await expect.poll(() => acknowledged(said.out).length, { timeout: 240_000, interval: 2 }).toBeGreaterThan(enough);
    await kill(child);
    promised.push(...acknowledged(said.out));
  }
  const found = new Set(await numbersIn());
  expect(promised.filter((n) => !found.has(n))).toEqual([]);
  expect(promised.length).toBeGreaterThan(150);
}, 900_000);

/** The numbers of whole lines only: what was not said to its end was not acknowledged. */
function acknowledged(out: string): number[] {
  return out
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => (line.startsWith("written ") ? [Number(line.slice(8))] : []));
}

async function numbersIn(): Promise<number[]> {
  const client = await PGlite.create(join(directory, "pglite"));
  const { rows } = await client.query<{ n: number }>("select n from written order by n");
  const { rows: checked } = await client.query<{ n: number }>("select count(length(filler))::int as n from written");
  expect(checked[0]?.n).toBe(rows.length);
  await client.close();
  return rows.map((row) => row.n);
}
