import { v5 as uuidv5 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { hasChanges } from "@/lib/db/queries/memory-changes";
import { countUse, findEntryRow } from "@/lib/db/queries/memory-entries";
import { entriesToCompare, tombstones } from "@/lib/db/queries/memory-extract";
import { messageIdAt } from "@/lib/db/queries/messages";
import type { EntryKind, EntryRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import { storableText } from "@/lib/text";
import { putEntry, removeEntry } from "./entries";
import { asEntry } from "./entry-row";
import { apply, idsOf } from "./extract/apply";
import { decide } from "./extract/decide";
import { LONGEST_BODY, LONGEST_TITLE } from "./extract/operations";
import { titleOf } from "./extract/title";
import { followEntry } from "./follow-file";
import { type MemoryHome, requireHome, withMemory } from "./home";
import { holdsSecret } from "./secrets";
import { syncMemory } from "./sync";

// What an agent does to its memory by a call of a tool. Each call has a name of its own (`callId`): looked at again
// after a crash it changes nothing that it has changed already.

const MOST_COMPARED = 5_000;
const MOST_TOMBSTONES = 5_000;
const CALLS = "4b0c2f52-9a5e-5d0b-8a3c-6f1d1b7f2a10";

/** Where in which conversation a call was made, and which it is. */
export type Call = { sessionId: string; currentSeq: number; callId: string };
export type Written = { title?: string | undefined; body: string; kind?: EntryKind | undefined };
/** `same`: an entry said it already. `superseded`: the entry took the place of another, which it contradicts. */
export type Outcome = { did: "added" | "updated" | "superseded" | "same"; row: EntryRow };

/** The same for the same call. As jobs have ids, in the history of what changed. */
const jobOf = ({ sessionId, callId }: Call, what: unknown) => uuidv5(JSON.stringify([sessionId, callId, what]), CALLS);

const noEntry = () => new AppError("not_found", { kind: "entry" });

/** As it can be kept. Throws `holds_secret`, and `invalid_input` for nothing and for a document. */
function fitting({ title: givenTitle = "", body: givenBody, kind }: Written): Required<Written> {
  const [title, body] = [storableText(givenTitle).trim(), storableText(givenBody).trim()];
  const issues = [
    ...(body === "" ? [{ path: "text", message: "must say something" }] : []),
    ...(body.length > LONGEST_BODY ? [{ path: "text", message: `must be at most ${LONGEST_BODY} characters` }] : []),
    ...(title.length > LONGEST_TITLE
      ? [{ path: "title", message: `must be at most ${LONGEST_TITLE} characters` }]
      : []),
  ];
  if (issues.length > 0) throw new AppError("invalid_input", { issues });
  if (holdsSecret(`${title}\n${body}`)) throw new AppError("holds_secret", {});
  return { title, body, kind };
}

/**
 * Keeps a statement, by the rules of an extraction: what stands already is not kept twice, what it contradicts gives
 * way to it. Null: the person has had this forgotten. Throws `holds_secret`.
 */
export async function keepStatement(
  actor: Actor,
  agentId: string,
  given: Written,
  call: Call,
): Promise<Outcome | null> {
  const { home } = await requireHome(actor, agentId);
  const written = fitting(given);
  await syncMemory(home);
  const db = await getDb();
  const source = await messageIdAt(db, call.sessionId, call.currentSeq);
  if (source === null) throw new AppError("not_found", { kind: "message" });
  const { body } = written;
  const job = { id: jobOf(call, written), sessionId: call.sessionId, createdAt: new Date() };
  const candidate = {
    ...{ title: written.title || titleOf(body, null), body, kind: written.kind ?? "fact", tags: [] },
    ...{ messageIds: [source], score: 1 },
  };
  return await withMemory(home, async (tx) => {
    const [existing, forgotten] = await Promise.all([
      entriesToCompare(tx, home, MOST_COMPARED),
      tombstones(tx, home, MOST_TOMBSTONES),
    ]);
    const [operation] = decide([candidate], existing, forgotten, { max: 1 });
    if (!operation) return null;
    await apply(tx, home, job, [operation], new Set([operation]), "agent");
    const did = { add: "added", update: "updated", supersede: "superseded", nothing: "same" } as const;
    const fresh = operation.op === "add" || operation.op === "supersede";
    const id = fresh ? idsOf(job.id, [operation])[0] : operation.id;
    const row = await findEntryRow(tx, home, id ?? "");
    if (!row) throw noEntry();
    return { did: did[operation.op], row };
  });
}

/** Up to date with its file. Throws `not_found` where there is none that can be read. */
async function requireReadable(tx: Db, home: MemoryHome, id: string): Promise<EntryRow> {
  const known = await findEntryRow(tx, home, id);
  if (known) await followEntry(tx, home, known.file);
  const row = known && (await findEntryRow(tx, home, id));
  if (!row || row.problem !== null) throw noEntry();
  return row;
}

/** Puts other words into an entry. Throws `holds_secret` and `not_found`. */
export async function rewriteEntry(
  actor: Actor,
  agentId: string,
  id: string,
  given: Written,
  call: Call,
): Promise<Outcome> {
  const { home } = await requireHome(actor, agentId);
  const written = fitting(given);
  const jobId = jobOf(call, [id, written]);
  const source = await messageIdAt(await getDb(), call.sessionId, call.currentSeq);
  return await withMemory(home, async (tx) => {
    const row = await requireReadable(tx, home, id);
    // Done before: what was made of it since stays.
    if (await hasChanges(tx, home, id, jobId)) return { did: "updated", row };
    const { title, kind, supersededBy: _, ...old } = asEntry(row);
    const messageIds = [...new Set([...row.sourceMessageIds, ...(source === null ? [] : [source])])];
    const entry = {
      ...old,
      ...{ title: written.title || title, kind: written.kind ?? kind, body: written.body },
      ...{ source: { sessionId: row.sourceSessionId ?? call.sessionId, messageIds }, supersededBy: row.supersededBy },
      updated: new Date(),
    };
    return { did: "updated", row: await putEntry(tx, home, entry, { author: "agent", kind: "update", jobId }) };
  });
}

/** Takes an entry away for good; what it said does not come back by itself. Its history has it. Throws `not_found`. */
export async function dropEntry(actor: Actor, agentId: string, id: string, call: Call): Promise<{ title: string }> {
  const { home } = await requireHome(actor, agentId);
  const jobId = jobOf(call, ["forget", id]);
  return await withMemory(home, async (tx) => {
    if (await hasChanges(tx, home, id, jobId)) return { title: "" };
    const removed = await removeEntry(tx, home, id, { author: "agent", kind: "delete", jobId });
    if (!removed) throw noEntry();
    return { title: removed.title };
  });
}

/** Counts that an entry was of use, for the order in which titles are recalled. */
export async function countEntryUse(actor: Actor, agentId: string, id: string): Promise<void> {
  const { home } = await requireHome(actor, agentId);
  await countUse(await getDb(), home, id);
}
