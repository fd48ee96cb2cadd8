import { type Db, getDb } from "@/lib/db/client";
import { findMemory } from "@/lib/db/queries/agent-memories";
import { entryFiles } from "@/lib/db/queries/memory-entries";
import { noteRows } from "@/lib/db/queries/memory-notes";
import { log } from "@/lib/log";
import { tidy } from "./durable-write";
import { follow } from "./follow-file";
import { type MemoryHome, withMemory } from "./home";
import { entryFileOf, entryName, type Listing, listFiles, noteName, statAll } from "./listing";
import { entriesDirectory } from "./paths";
import { watched } from "./watched";

// The index follows the files: hand edits, checkouts, deletions.

/** So many files are looked at on every read. Of more only those that a watch tells of, and all now and then. */
const FEW = 500;
/** So many are followed in one transaction. */
const SLICE = 100;
const FULL_SCAN_MS = 30_000;

type Known = Map<string, { bytes: number; mtimeMs: number; hash: string; duplicate: boolean }>;

async function knownFiles(db: Db, home: MemoryHome): Promise<Known> {
  const known: Known = new Map();
  for (const { day, ...row } of await noteRows(db, home)) known.set(noteName(day), { ...row, duplicate: false });
  for (const { file, problem, ...row } of await entryFiles(db, home)) {
    known.set(entryName(file), { ...row, duplicate: problem === "duplicate_id" });
  }
  return known;
}

/** The names whose files are others than the index has, those that are gone last. Pure. */
export function differences(files: Listing, known: Known): string[] {
  const isSame = (name: string) => {
    const [file, row] = [files.get(name), known.get(name)];
    return file?.bytes === row?.bytes && file?.mtimeMs === row?.mtimeMs;
  };
  const gone = [...known.keys()].filter((name) => !files.has(name));
  // With the file that had an id, its double may have it.
  const doubles = gone.length === 0 ? [] : [...known].flatMap(([name, { duplicate }]) => (duplicate ? [name] : []));
  const changed = [...files.keys()].filter((name) => !isSame(name) && !doubles.includes(name));
  return [...changed, ...gone, ...doubles.filter((name) => files.has(name))];
}

/** Brings the index up to date with the files, as far as a reader has to wait for it. */
export async function syncMemory(home: MemoryHome): Promise<void> {
  const memory = await findMemory(await getDb(), home);
  if (memory?.deletedAt) return;
  if (memory === undefined || memory.entries + memory.notes <= FEW) return await scan(home);
  const held = watched(home);
  const told = [...held.told];
  held.told.clear();
  if (told.length > 0) await followThose(home, told);
  if (Date.now() - held.scannedAt > FULL_SCAN_MS) {
    held.scannedAt = Date.now();
    inBackground(home, () => scan(home));
  }
}

function inBackground(home: MemoryHome, task: () => Promise<void>): void {
  task().catch((error: unknown) =>
    log.error("background_task_failed", { task: "memory_sync", agent_id: home.agentId }, error),
  );
}

/** Compares all files with the index. */
async function scan(home: MemoryHome): Promise<void> {
  const { files, leftovers } = await listFiles(home);
  const known = await knownFiles(await getDb(), home);
  if (leftovers) await clearLeftovers(home);
  const names = differences(files, known);
  await followAll(home, names.slice(0, FEW));
  // Whoever put thousands of files there need not wait for all of them.
  if (names.length > FEW) inBackground(home, () => followAll(home, names.slice(FEW)));
}

async function followThose(home: MemoryHome, names: string[]): Promise<void> {
  const known = await knownFiles(await getDb(), home);
  const told: Known = new Map([...known].filter(([name]) => names.includes(name)));
  await followAll(home, differences(await statAll(home, names), told));
}

async function followAll(home: MemoryHome, names: string[]): Promise<void> {
  for (let at = 0; at < names.length; at += SLICE) {
    await withMemory(home, async (tx) => {
      for (const name of names.slice(at, at + SLICE)) await follow(tx, home, name);
    });
  }
}

async function clearLeftovers(home: MemoryHome): Promise<void> {
  await withMemory(home, async (tx) => {
    const known = await knownFiles(tx, home);
    const { files } = await listFiles(home);
    const lost = [...known].filter(([name]) => !files.has(name));
    await tidy(home.directory, () => undefined);
    await tidy(entriesDirectory(home), (hash) => {
      const name = lost.find(([, row]) => row.hash === hash)?.[0];
      return (name && entryFileOf(name)) ?? undefined;
    });
  });
}
