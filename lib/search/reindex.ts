import { type Db, getDb } from "@/lib/db/client";
import { lockMessagesAfter, lockUnindexed, putTerms } from "@/lib/db/queries/unindexed-messages";
import { repeat } from "@/lib/db/repeat";
import { processWide } from "@/lib/process-wide";
import { messageTerms } from "./message-terms";

const SLICE_ROWS = 500;
const POLL_MS = 10_000;
const state = processWide("search-index", () => ({ stop: undefined as (() => void) | undefined, ended: false }));

/** Indexes a slice of what no search finds yet. Answers how many messages there were. */
export async function indexSlice(): Promise<number> {
  const db = await getDb();
  return await db.transaction(async (tx: Db) => {
    const rows = await lockUnindexed(tx, SLICE_ROWS);
    if (rows.length > 0)
      await putTerms(
        tx,
        rows.map((row) => ({ ...row, terms: messageTerms(row, row) })),
      );
    return rows.length;
  });
}

/** Indexes all that is left, for an operator who waits. `onSlice` is told how many are done so far. */
export async function indexAll(onSlice?: (done: number) => void): Promise<number> {
  let done = 0;
  for (let rows = await indexSlice(); rows > 0; rows = await indexSlice()) {
    done += rows;
    onSlice?.(done);
  }
  return done;
}

/** Indexes all messages anew, also those that are indexed: what they are found by may have been another. */
export async function indexAnew(onSlice?: (done: number) => void): Promise<number> {
  const db = await getDb();
  let done = 0;
  let after: { sessionId: string; seq: number } | null = null;
  for (;;) {
    const from: typeof after = after;
    const rows = await db.transaction(async (tx: Db) => {
      const slice = await lockMessagesAfter(tx, from, SLICE_ROWS);
      await putTerms(
        tx,
        slice.map((row) => ({ ...row, terms: messageTerms(row, row) })),
      );
      return slice;
    });
    const last = rows.at(-1);
    if (!last) return done;
    after = { sessionId: last.sessionId, seq: last.seq };
    done += rows.length;
    onSlice?.(done);
  }
}

/** Indexes messages from before there was a search, a slice at a time. Once a process. */
export function startIndexing(): void {
  const all = state();
  if (all.stop) return;
  all.ended = false;
  all.stop = repeat("search_index", POLL_MS, async () => {
    while (!state().ended && (await indexSlice()) > 0);
  });
}

export function stopIndexing(): void {
  const all = state();
  all.stop?.();
  all.stop = undefined;
  all.ended = true;
}
