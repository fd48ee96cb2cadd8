import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isTemporary } from "./durable-write";
import type { MemoryHome } from "./home";
import { dayOf, ENTRIES, entriesDirectory, isEntryFile, isSafeDirectory, missing } from "./paths";

/** By its name from the memory's directory on: `2026-03-02.md`, `entries/tea.md`. */
export type Listing = Map<string, { bytes: number; mtimeMs: number }>;

const SLICE = 256;

export const entryName = (file: string): string => `${ENTRIES}/${file}`;
export const noteName = (day: string): string => `${day}.md`;
/** The file of an entry, by its name in a listing; null for a note. */
export const entryFileOf = (name: string): string | null =>
  name.startsWith(`${ENTRIES}/`) ? name.slice(ENTRIES.length + 1) : null;

/** Whether a memory has a file of such a name. */
export function isKnownName(name: string): boolean {
  const file = entryFileOf(name);
  return file === null ? dayOf(name) !== null : isEntryFile(file);
}

async function namesIn(directory: string): Promise<string[]> {
  return (await isSafeDirectory(directory).catch(() => false)) ? ((await readdir(directory).catch(missing)) ?? []) : [];
}

/** The files of a memory. `leftovers`: there are some of a process that was killed, or that is writing now. */
export async function listFiles(home: MemoryHome): Promise<{ files: Listing; leftovers: boolean }> {
  const [notes, entries] = await Promise.all([namesIn(home.directory), namesIn(entriesDirectory(home))]);
  const names = [...notes.filter((name) => dayOf(name) !== null), ...entries.filter(isEntryFile).map(entryName)];
  return { files: await statAll(home, names), leftovers: [...notes, ...entries].some(isTemporary) };
}

/** Those of the names that are files; links and directories are not. */
export async function statAll(home: MemoryHome, names: readonly string[]): Promise<Listing> {
  const files: Listing = new Map();
  for (let at = 0; at < names.length; at += SLICE) {
    const slice = names.slice(at, at + SLICE);
    const stats = await Promise.all(
      slice.map((name) => lstat(join(home.directory, name), { bigint: true }).catch(missing)),
    );
    for (const [i, name] of slice.entries()) {
      const stat = stats[i];
      if (stat?.isFile()) files.set(name, { bytes: Number(stat.size), mtimeMs: Number(stat.mtimeMs) });
    }
  }
  return files;
}
