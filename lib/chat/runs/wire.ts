import { type Database, database } from "@/lib/db/client";
import { RUN_CHANNEL } from "@/lib/db/queries/runs";
import { processWide } from "@/lib/process-wide";
import type { Bell } from "./bell";
import { runs } from "./registry";

// What other processes say about runs. Nothing depends on hearing it: whoever waits also looks by itself, only slower.

type Line = { database: Database; unlisten: Promise<() => Promise<void>> };

const wire = processWide("run-wire", () => ({
  /** Who waits for news of which run. */
  bells: new Map<string, Set<Bell>>(),
  line: undefined as Line | undefined,
}));

function hear(payload: string): void {
  const [word, ids = ""] = payload.split(":");
  for (const id of ids.split(",")) {
    if (word === "stop") runs().active.get(id)?.abort("stopped");
    for (const bell of wire().bells.get(id) ?? []) bell.ring();
  }
}

/** Begins to listen. The embedded database has only this process, which needs no wire to itself. */
export async function openWire(): Promise<void> {
  const opened = await database();
  if (opened.engine !== "postgres" || wire().line?.database === opened) return;
  const line = { database: opened, unlisten: opened.listen(RUN_CHANNEL, hear) };
  wire().line = line;
  try {
    await line.unlisten;
  } catch (error) {
    if (wire().line === line) wire().line = undefined;
    throw error;
  }
}

export async function closeWire(): Promise<void> {
  const { line } = wire();
  wire().line = undefined;
  if (line) await (await line.unlisten)();
}

/** Wakes who waits in this process for news of the run. */
export function tellNews(runId: string): void {
  hear(`news:${runId}`);
}

/** Rings the bell at news of the run, until the function that it answers is called. */
export function onNews(runId: string, bell: Bell): () => void {
  const { bells } = wire();
  const ofRun = bells.get(runId) ?? new Set();
  bells.set(runId, ofRun.add(bell));
  return () => {
    ofRun.delete(bell);
    if (ofRun.size === 0) bells.delete(runId);
  };
}
