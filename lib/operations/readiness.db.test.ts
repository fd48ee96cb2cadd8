import { renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { GET } from "@/app/api/v1/ready/route";
import { drainRuns } from "@/lib/chat/runs/drain";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { runtimeDirectory } from "@/lib/memory/home";
import { freshDatabase } from "@/test/support/engine";
import { readiness } from "./readiness";

beforeAll(async () => void (await freshDatabase()));
afterEach(() => vi.restoreAllMocks());

const ask = () => GET(new Request("http://localhost/api/v1/ready"), { params: Promise.resolve({}) });

test("a process that can do its work is ready", async () => {
  expect(await readiness()).toEqual({
    ready: true,
    checks: {
      database: { ok: true },
      data_directory: { ok: true },
      memory_directory: { ok: true },
      model: { ok: true },
    },
  });
  expect((await ask()).status).toBe(200);
});

test("one whose database does not answer is not, and tells nothing of where that is", async () => {
  vi.spyOn(await getDb(), "execute").mockRejectedValue(new Error("connect ECONNREFUSED 10.0.0.7:5432"));
  const response = await ask();
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  const answer = await response.text();
  expect(JSON.parse(answer)).toMatchObject({ ready: false, checks: { database: { ok: false }, model: { ok: true } } });
  expect(answer).not.toContain("10.0.0.7");
});

test("one whose data directory is gone is not", async () => {
  const { DATA_DIR } = config();
  renameSync(DATA_DIR, `${DATA_DIR}-away`);
  try {
    expect(await readiness()).toMatchObject({ ready: false, checks: { data_directory: { ok: false } } });
  } finally {
    renameSync(`${DATA_DIR}-away`, DATA_DIR);
  }
});

test("one that cannot write the agents' memory is not", async () => {
  rmSync(runtimeDirectory(), { recursive: true, force: true });
  writeFileSync(runtimeDirectory(), "a file where a directory should be");
  try {
    expect(await readiness()).toMatchObject({ ready: false, checks: { memory_directory: { ok: false } } });
  } finally {
    rmSync(runtimeDirectory());
  }
});

// Last: there is no way back from it.
test("one that is stopping is not", async () => {
  await drainRuns();
  const response = await ask();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ ready: false, checks: { database: { ok: true } } });
});
