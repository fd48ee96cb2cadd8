import { type FSWatcher, watch } from "node:fs";
import { processWide } from "@/lib/process-wide";
import type { MemoryHome } from "./home";
import { entryName, isKnownName } from "./listing";
import { entriesDirectory } from "./paths";

/** What this process knows of the files of a large memory. */
type Watched = {
  /** Files that were written since somebody looked. */
  told: Set<string>;
  scannedAt: number;
  watchers: FSWatcher[];
};

const MOST = 200;
const all = processWide("memory-watched", () => new Map<string, Watched>());

/** Has the memory's directories watched from now on. Where nothing can be watched, the full scans remain. */
export function watched(home: MemoryHome): Watched {
  const known = all().get(home.directory);
  if (known) return known;
  const told = new Set<string>();
  const tell = (name: string) => {
    if (isKnownName(name)) told.add(name);
  };
  const watchers = [
    ...watchOne(home.directory, tell),
    ...watchOne(entriesDirectory(home), (file) => tell(entryName(file))),
  ];
  const started: Watched = { told, scannedAt: 0, watchers };
  all().set(home.directory, started);
  for (const [directory, { watchers }] of [...all()].slice(0, Math.max(0, all().size - MOST))) {
    for (const watcher of watchers) watcher.close();
    all().delete(directory);
  }
  return started;
}

function watchOne(directory: string, tell: (name: string) => void): FSWatcher[] {
  try {
    const watcher = watch(directory, { persistent: false }, (_, name) => {
      if (name !== null) tell(name);
    });
    watcher.on("error", () => watcher.close());
    return [watcher];
  } catch {
    // Not there, or a file system that tells nothing.
    return [];
  }
}
