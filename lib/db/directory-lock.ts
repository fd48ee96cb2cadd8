import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartupError } from "@/lib/errors";

// PGlite takes no lock, and two processes on one directory destroy it. Node offers no file lock either, but
// SQLite does: an exclusive transaction on a file of its own is a lock of the operating system, so it goes with
// the process however that ends, and a process id that is in use again means nothing to it.

/** Holds `directory` for this process. Throws a StartupError that names the holder when another has it. */
export function lockDirectory(directory: string): { release(): void } {
  const holderFile = join(directory, "lock-holder.json");
  const lock = new DatabaseSync(join(directory, "lock.sqlite"), { timeout: 0 });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    throw new StartupError(
      `The data directory ${directory} is in use by ${holderOf(holderFile)}. The embedded database takes one process at a time: ` +
        "stop that one first, or set DATABASE_URL to a PostgreSQL server to run several.",
      { cause: error },
    );
  }
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  return {
    release() {
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}

function holderOf(file: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(file, "utf8")) as { pid: number; since: string };
    return `process ${pid} (since ${since})`;
  } catch {
    // The holder writes its note just after it takes the lock, so the note can be missing for a moment.
    return "another process";
  }
}
