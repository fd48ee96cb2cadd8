import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { and, asc, eq } from "drizzle-orm";
import { getDb } from "@/lib/db/client";
import { memoryChanges, memoryEntries, memoryJobs } from "@/lib/db/schema/agents";
import type { MemoryHome } from "@/lib/memory/home";

/** The files of a memory that a reader sees, by name: what is not in place yet is hidden. */
export function filesIn({ directory }: MemoryHome): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of ["", "entries"]) {
    const path = join(directory, folder);
    for (const name of existsSync(path) ? readdirSync(path).sort() : []) {
      if (name.endsWith(".md") && !name.startsWith(".")) files.set(name, readFileSync(join(path, name), "utf8"));
    }
  }
  return files;
}

/** What differs between two memories to which the same was done: ids, and when it was. */
const withoutTimes = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/\b\d\d:\d\d\b/g, "HH:MM")
    .replace(/\d{4}-\d\d-\d\d/g, "DAY");

/** A memory as it can be compared with another to which the same was done. */
export async function memorySnapshot(home: MemoryHome) {
  const db = await getDb();
  const ofHome = (table: typeof memoryChanges | typeof memoryEntries | typeof memoryJobs) =>
    and(eq(table.agentId, home.agentId), eq(table.userId, home.userId));
  const rows = await db.select().from(memoryEntries).where(ofHome(memoryEntries));
  const changes = await db.select().from(memoryChanges).where(ofHome(memoryChanges));
  const jobs = await db.select().from(memoryJobs).where(ofHome(memoryJobs)).orderBy(asc(memoryJobs.id));
  const files = filesIn(home);
  return {
    notes: [...files].flatMap(([name, text]) => (/^\d{4}-/.test(name) ? [withoutTimes(text)] : [])),
    entryFiles: [...files].flatMap(([name, text]) => (/^\d{4}-/.test(name) ? [] : [withoutTimes(text)])).sort(),
    entries: rows
      .map(({ id, title, body, problem, supersededBy, sourceMessageIds }) => ({
        ...{ title, body, problem, superseded: supersededBy !== null, sources: sourceMessageIds.length },
        changes: changes.filter(({ entryId }) => entryId === id).length,
      }))
      .sort((a, b) => a.title.localeCompare(b.title)),
    jobs: jobs.map(({ kind, state, attempts }) => ({ kind, state, attempts })),
  };
}
export type Snapshot = Awaited<ReturnType<typeof memorySnapshot>>;
