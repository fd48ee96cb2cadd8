import { config } from "@/lib/config";
import { type Db, getDb } from "@/lib/db/client";
import { type Compared, entriesToCompare, tombstones } from "@/lib/db/queries/memory-extract";
import { type Listener, standingMessages, storeOperations } from "@/lib/db/queries/memory-jobs";
import type { JobRow } from "@/lib/db/schema/agents";
import { log } from "@/lib/log";
import { homeOf, withMemory } from "@/lib/memory/home";
import { notOurs, type Work } from "@/lib/memory/jobs";
import { syncMemory } from "@/lib/memory/sync";
import { decided } from "@/lib/memory/toggles";
import { resolveModelOrDefault, resolveSummaryModel } from "@/lib/models/registry";
import { apply, idsOf } from "./apply";
import { askForOperations } from "./ask";
import { batchesOf, nearestEntries } from "./batches";
import type { ToldMessage } from "./candidate";
import { decide, screened, type Tombstone } from "./decide";
import { type Operation, Operations } from "./operations";
import { isOwn } from "./own-words";
import { isToldWhole } from "./prompt";
import { extractByRules } from "./rules";

/** With so many the newest are compared: a fact of long ago may then be kept twice. */
const MOST_COMPARED = 5_000;
/** Entries that a model is told of. */
const MOST_TOLD = 40;
/** Of a model's window, what one request takes; and no request is larger. */
const ROOM_SHARE = 0.4;
const LARGEST_ROOM = 60_000;

/**
 * Makes entries of a batch. What is to be done is decided once and stored with the job, and then done: begun again
 * after a crash, the same is done, and what was done already changes nothing.
 */
export const extractWork: Work = async (job, listener, done, signal) => {
  const { agentId, userId, creatorId, agentConfig, policy } = listener;
  const home = homeOf({ id: agentId, creatorId }, userId);
  // It was switched off meanwhile.
  if (!decided("memory_auto_extract", agentConfig, policy).on) return await done(await getDb());
  // A hand edit counts before anything is compared with it.
  await syncMemory(home);
  const stored = Operations.safeParse(job.operations);
  const operations = stored.success ? stored.data : await decideAndStore(job, listener, signal);
  const counts = await withMemory(home, async (tx) => {
    await done(tx);
    // What a person has changed or forgotten since it was decided wins.
    const { existing, forgotten } = await known(tx, home);
    const ours = new Set(idsOf(job.id, operations));
    const others = existing.filter(({ id }) => !ours.has(id));
    const still = screened(operations, others, forgotten, { max: operations.length });
    return await apply(tx, home, job, operations, new Set(still), "extraction");
  });
  log.info("agent_memory_extract", { from_seq: job.fromSeq, to_seq: job.toSeq, ...counts });
};

async function known(db: Db, memory: { agentId: string; userId: string }) {
  const existing = await entriesToCompare(db, memory, MOST_COMPARED);
  return { existing, forgotten: await tombstones(db, memory, MOST_COMPARED) };
}

async function decideAndStore(job: JobRow, listener: Listener, signal: AbortSignal | undefined): Promise<Operation[]> {
  const db = await getDb();
  const messages: ToldMessage[] = await standingMessages(db, job.sessionId, job.messageIds);
  const { existing, forgotten } = await known(db, job);
  const operations = await operationsOf(messages, existing, forgotten, listener, signal);
  const messageIds = messages.map(({ id }) => id);
  if (!(await storeOperations(db, job, operations, messageIds))) throw notOurs();
  return operations;
}

/** An update puts the model's text in the place of the old one: where it did not see all of that, it adds instead. */
export function sparing(operation: Operation, told: readonly Compared[]): Operation {
  if (operation.op !== "update") return operation;
  const entry = told.find(({ id }) => id === operation.id);
  if (!entry || isToldWhole(entry)) return operation;
  const { id: _, ...content } = operation;
  return { ...content, op: "add" };
}

async function operationsOf(
  messages: readonly ToldMessage[],
  existing: readonly Compared[],
  forgotten: readonly Tombstone[],
  { workspaceId, model: chosen, agentModel, timeZone }: Listener,
  signal: AbortSignal | undefined,
): Promise<Operation[]> {
  const max = config().agent.memory_extract_max_entries;
  const model =
    (await resolveSummaryModel({ workspaceId })) ??
    (await resolveModelOrDefault({ workspaceId }, chosen ?? agentModel));
  const byRules = (of: readonly ToldMessage[]) =>
    decide(extractByRules(of, { timeZone }), existing, forgotten, { max });
  if (model.offline) return byRules(messages);
  const room = Math.min(LARGEST_ROOM, Math.floor(model.windowTokens * ROOM_SHARE));
  const wanted: Operation[] = [];
  for (const batch of batchesOf(messages, room)) {
    const told = { messages: batch, existing: nearestEntries(batch, existing, MOST_TOLD), max };
    const answered = await askForOperations(told, model, signal);
    const own = answered?.filter((operation) => isOwn(operation, batch));
    wanted.push(...(own?.map((operation) => sparing(operation, told.existing)) ?? byRules(batch)));
  }
  return screened(wanted, existing, forgotten, { max });
}
