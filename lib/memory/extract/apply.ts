import { v5 as uuidv5 } from "uuid";
import type { Db } from "@/lib/db/client";
import { hasChanges } from "@/lib/db/queries/memory-changes";
import { countUse, findEntryRow } from "@/lib/db/queries/memory-entries";
import type { ChangeAuthor, JobRow } from "@/lib/db/schema/agents";
import { putEntry } from "@/lib/memory/entries";
import type { Entry } from "@/lib/memory/entry";
import { asEntry } from "@/lib/memory/entry-row";
import type { MemoryHome } from "@/lib/memory/home";
import type { Operation } from "./operations";

/** The ids that an extraction's own entries have, by the place of each operation: the same however often it is done. */
export const idsOf = (jobId: string, operations: readonly Operation[]): string[] =>
  operations.map((_, place) => uuidv5(`operation ${place}`, jobId));

/** Does those of the operations that still hold. Each changes nothing where it was done before. */
export async function apply(
  tx: Db,
  home: MemoryHome,
  job: Pick<JobRow, "id" | "sessionId" | "createdAt">,
  operations: readonly Operation[],
  still: ReadonlySet<Operation>,
  author: ChangeAuthor,
): Promise<{ added: number; updated: number; superseded: number }> {
  const counts = { added: 0, updated: 0, superseded: 0 };
  const ids = idsOf(job.id, operations);
  const by = { author, jobId: job.id };
  for (const [place, operation] of operations.entries()) {
    if (!still.has(operation)) continue;
    if (operation.op === "nothing") {
      // Said again: it matters.
      await countUse(tx, home, operation.id);
      continue;
    }
    const id = ids[place] ?? "";
    const old = operation.op === "add" ? undefined : await findEntryRow(tx, home, operation.id);
    if (operation.op !== "add" && (!old || old.problem !== null)) continue;
    const fresh = entryOf(operation, job, id);
    if (operation.op === "update" && old) {
      if (await hasChanges(tx, home, old.id, job.id)) continue;
      const { title, body, kind, tags } = fresh;
      const messageIds = [...new Set([...old.sourceMessageIds, ...operation.message_ids])];
      const source = { sessionId: old.sourceSessionId ?? job.sessionId, messageIds };
      const entry = { ...asEntry(old), title, body, kind, tags, source, updated: job.createdAt };
      await putEntry(tx, home, entry, { ...by, kind: "update", baseHash: old.hash });
      counts.updated++;
      continue;
    }
    // Where it was there before, what a person has made of it since stays, also where they have removed it.
    if (!(await hasChanges(tx, home, id))) await putEntry(tx, home, fresh, { ...by, kind: "add" });
    else if (!(await findEntryRow(tx, home, id))) continue;
    if (!old) counts.added++;
    else {
      const entry = { ...asEntry(old), supersededBy: id, updated: job.createdAt };
      await putEntry(tx, home, entry, { ...by, kind: "supersede", baseHash: old.hash });
      counts.superseded++;
    }
  }
  return counts;
}

function entryOf(
  { title, body, kind, tags, message_ids }: Extract<Operation, { title: string }>,
  { sessionId, createdAt }: Pick<JobRow, "sessionId" | "createdAt">,
  id: string,
): Entry {
  return {
    ...{ id, title, body, kind, tags, pinned: false, created: createdAt, updated: createdAt },
    ...{ source: { sessionId, messageIds: message_ids }, supersededBy: null },
  };
}
