import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { getDb } from "@/lib/db/client";
import { changesOf } from "@/lib/db/queries/memory-changes";
import { findEntryRow } from "@/lib/db/queries/memory-entries";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { memoryProcesses } from "@/test/support/memory-processes";
import { doMemoryWork, type MemoryWork, sectionOf } from "@/test/support/memory-work";
import { parseEntry } from "./front-matter";
import { homeOf, type MemoryHome } from "./home";
import { listFiles } from "./listing";
import { readNote } from "./notes";
import { syncMemory } from "./sync";

const DAY = "2026-03-02";
let run: Awaited<ReturnType<typeof memoryProcesses>>;
beforeAll(async () => {
  await freshDatabase();
  run = await memoryProcesses("files");
});

async function makeMemory(): Promise<MemoryHome> {
  const actor = await makeActor();
  return homeOf(await makeAgent(actor), actor.userId);
}
const entryFilesOf = (home: MemoryHome) => readdirSync(join(home.directory, "entries"));
/** Of the files in place: what a killed process had not put there yet is hidden. */
const textsOf = (home: MemoryHome) =>
  entryFilesOf(home)
    .filter((file) => !file.startsWith("."))
    .map((file) => readFileSync(join(home.directory, "entries", file), "utf8"));

test("two processes append a thousand times each: every line is whole, and each writer's are in order", async () => {
  const home = await makeMemory();
  const work = (writer: string): MemoryWork => ({ home, do: "append", day: DAY, writer, count: 1_000 });
  await Promise.all(["A", "B"].map((writer) => run({ work: work(writer), killAfter: null })));
  const lines = (await readNote(home, DAY))?.text.split("\n").filter(Boolean) ?? [];
  expect(lines).toHaveLength(2_000);
  for (const writer of ["A", "B"]) {
    const own = lines.filter((line) => line.startsWith(writer));
    expect(own).toEqual(Array.from({ length: 1_000 }, (_, n) => sectionOf(writer, n)));
  }
}, 300_000);

/** Kills `work` after each of its steps, on a memory made anew; `check` looks at what stands after it was done again. */
async function killEverywhere(
  make: (home: MemoryHome) => Promise<MemoryWork>,
  check: (home: MemoryHome) => Promise<void>,
) {
  for (let steps = 1; ; steps++) {
    const home = await makeMemory();
    const work = await make(home);
    if ((await run({ work, killAfter: steps })) === "over") return steps - 1;
    for (const text of textsOf(home)) expect(parseEntry(text)).toHaveProperty("entry");
    // What is read between the crash and the next try must not change what comes of it.
    if (steps % 2 === 0) await syncMemory(home);
    await doMemoryWork(work);
    await syncMemory(home);
    expect((await listFiles(home)).leftovers).toBe(false);
    await check(home);
  }
}
const id = uuidv7();
const put = (home: MemoryHome, body: string): MemoryWork => ({ home, do: "put", id, body });

test("killed at any step, an append is done once", async ({ annotate }) => {
  const make = async (home: MemoryHome): Promise<MemoryWork> => {
    await doMemoryWork(put(home, "Green"));
    await doMemoryWork({ home, do: "append", day: DAY, writer: "before", count: 1 });
    return { home, do: "append", day: DAY, writer: "A", count: 2 };
  };
  const kills = await killEverywhere(make, async (home) => {
    const lines = (await readNote(home, DAY))?.text.split("\n").filter(Boolean);
    expect(lines).toEqual([sectionOf("before", 0), sectionOf("A", 0), sectionOf("A", 1)]);
  });
  await annotate(`${kills} processes killed`);
  expect(kills).toBeGreaterThan(10);
}, 300_000);

test.for(["Green", null])(
  "killed at any step, an entry that said %s is written once",
  { timeout: 300_000 },
  async (before, { annotate }) => {
    const make = async (home: MemoryHome): Promise<MemoryWork> => {
      await doMemoryWork({ ...put(home, "Other"), id: uuidv7() } as MemoryWork);
      if (before) await doMemoryWork(put(home, before));
      return put(home, "Black");
    };
    const kills = await killEverywhere(make, async (home) => {
      expect(entryFilesOf(home)).toHaveLength(2);
      const db = await getDb();
      expect(await findEntryRow(db, home, id)).toMatchObject({ body: "Black", problem: null });
      const bodies = (await changesOf(db, home, id, 9)).map(({ after }) => /Green|Black/.exec(after ?? "")?.[0]);
      expect(bodies).toEqual(["Black", ...(before ? [before] : [])]);
    });
    await annotate(`${kills} processes killed`);
    expect(kills).toBeGreaterThan(5);
  },
);

test("killed at any step, an entry is removed once, and stays so", async ({ annotate }) => {
  const make = async (home: MemoryHome): Promise<MemoryWork> => {
    await doMemoryWork(put(home, "Green"));
    return { home, do: "remove", id };
  };
  const kills = await killEverywhere(make, async (home) => {
    expect(entryFilesOf(home)).toEqual([]);
    const kinds = (await changesOf(await getDb(), home, id, 9)).map(({ kind }) => kind);
    expect(kinds).toEqual(["delete", "update"]);
  });
  await annotate(`${kills} processes killed`);
  expect(kills).toBeGreaterThan(5);
}, 300_000);
