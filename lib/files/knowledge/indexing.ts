import { type Db, getDb } from "@/lib/db/client";
import { markIndexed, putPassages, type Unindexed, unindexedFiles } from "@/lib/db/queries/knowledge";
import { repeat } from "@/lib/db/repeat";
import { MOST_TEXT } from "@/lib/files/files";
import { readUpload } from "@/lib/files/read-file";
import { bytesPath, discard, incomingPath } from "@/lib/files/store";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { termsOf } from "@/lib/search/index-terms";
import { passagesOf } from "./passages";
import { knowledgeSalt } from "./recall";

const POLL_MS = 30_000;
const FILES = 10;
/** Passages a transaction: short enough that nobody waits for it. */
const SLICE = 100;

/** Indexes what agents were given, a file at a time. Answers how many are done. */
export async function indexKnowledge(): Promise<number> {
  const waiting = await unindexedFiles(await getDb(), FILES);
  let done = 0;
  for (const file of waiting) {
    try {
      await indexFile(file);
      done++;
    } catch (error) {
      log.warn("knowledge_index_failed", { agent_id: file.agentId, file_id: file.file.id }, error);
    }
  }
  return done;
}

async function indexFile({ agentId, file }: Unindexed): Promise<void> {
  const db = await getDb();
  const output = await incomingPath();
  const read = await readUpload({ input: bytesPath(file.hash), output, mostText: MOST_TEXT }, file.name).finally(() =>
    discard(output),
  );
  const passages = read.kind === "image" ? [] : passagesOf(read.text);
  const salt = knowledgeSalt(agentId);
  for (let at = 0; at < passages.length; at += SLICE) {
    const rows = passages.slice(at, at + SLICE).map((body, i) => {
      // The name of a file says what all of it is about.
      const terms = termsOf(salt, { text: `${file.name}\n${body}` });
      return { agentId, fileId: file.id, n: at + i, body, terms };
    });
    if (!(await db.transaction((tx: Db) => putPassages(tx, rows)))) return;
  }
  await markIndexed(db, agentId, file.id);
}

const state = processWide("knowledge-indexing", () => ({
  stop: undefined as (() => void) | undefined,
  running: undefined as Promise<unknown> | undefined,
}));

/** Starts looking for what is still to be indexed. Once a process. */
export function startKnowledgeIndexing(): void {
  state().stop ??= repeat("knowledge_index", POLL_MS, async () => {
    await kickIndexing();
  });
}

/** Begins now with what has just come in; what comes while one runs is done after it. */
export function kickIndexing(): Promise<unknown> {
  const held = state();
  const run = (held.running ?? Promise.resolve())
    .then(indexKnowledge)
    .catch((error: unknown) => log.error("background_task_failed", { task: "knowledge_index" }, error));
  held.running = run;
  return run;
}
