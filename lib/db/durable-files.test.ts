import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openPglite } from "./durable-files";

const synced = vi.hoisted(() => ({ count: 0 }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const fsyncSync = (fd: number) => {
    synced.count++;
    fs.fsyncSync(fd);
  };
  return { ...fs, fsyncSync };
});

test("each commit is on the disk before it is acknowledged, and a read writes nothing", async () => {
  const directory = mkdtempSync(join(tmpdir(), "cadau-durable-"));
  const client = await openPglite(join(directory, "pglite"));
  await client.exec("create table written (n integer)");
  for (let n = 1; n <= 20; n++) {
    const before = synced.count;
    await client.query("insert into written values ($1)", [n]);
    expect(synced.count).toBeGreaterThan(before);
  }
  const before = synced.count;
  await client.query("select * from written");
  expect(synced.count).toBe(before);
  await client.close();
  rmSync(directory, { recursive: true });
}, 240_000); // Making a database takes a busy disk a minute.
