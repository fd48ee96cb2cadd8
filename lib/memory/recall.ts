import { config } from "@/lib/config";
import type { Db } from "@/lib/db/client";
import type { MemoryKey } from "@/lib/db/queries/agent-memories";
import { entriesToRecall } from "@/lib/db/queries/memory-recall";
import { recallBlock } from "./recall-plan";

/** Usual titles: with so many the usual cap is full. */
const MOST_ENTRIES = 400;

/** What of a memory stands in each payload: within its own cap and within `mostRunes`. Two index ranges. */
export async function recalled(db: Db, memory: MemoryKey, mostRunes: number): Promise<string> {
  const cap = Math.min(config().agent.memory_index_max_runes, mostRunes);
  if (cap <= 0) return "";
  return recallBlock(await entriesToRecall(db, memory, MOST_ENTRIES), cap);
}
