import { type Db, getDb } from "@/lib/db/client";
import { anchorAt, type ContextState, lockContext, setContext, stands } from "@/lib/db/queries/context";
import { findRoll, insertRoll } from "@/lib/db/queries/context-rolls";
import { changeWork, holdsClaim } from "@/lib/db/queries/context-work";
import type { RollRow } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import type { Claim } from "./claim";

export type NewRoll = Omit<RollRow, "version" | "createdAt" | "redoFrom">;

/** The version that a commit made; null when it was thrown away because something else came first. */
export type Committed = number | null;

/**
 * Makes a roll the session's context: the version, the summary and the anchor together, and only if the version it
 * began from still holds, its messages still stand, and the claim is still held. Else the roll's work is lost, not
 * the user's.
 */
export async function commitRoll(claim: Pick<Claim, "owner">, roll: NewRoll): Promise<Committed> {
  return await committed(claim, roll, async (tx, state) => {
    if (state.version !== roll.baseVersion) return null;
    const base = roll.baseVersion === 0 ? undefined : await findRoll(tx, roll.sessionId, roll.baseVersion);
    // What is to be made again begins where the first of several stand-ins did.
    const redoFrom = base?.redoFrom ?? (roll.fallback === null ? null : roll.baseVersion);
    const version = await insertRoll(tx, { ...roll, redoFrom });
    await makeCurrent(tx, { ...roll, version });
    return version;
  });
}

/** Adds a version beside the session's line, up to which the redone summary has come. */
export async function commitStaged(claim: Pick<Claim, "owner">, roll: NewRoll): Promise<Committed> {
  return await committed(claim, roll, async (tx) => {
    const version = await insertRoll(tx, { ...roll, redoFrom: null });
    await changeWork(tx, roll.sessionId, { stagedVersion: version });
    return version;
  });
}

/** Puts the redone summary in the place of the extracted one, once both cover the same. */
export async function commitRedone(claim: Pick<Claim, "owner">, staged: RollRow, head: number): Promise<Committed> {
  return await committed(claim, staged, async (tx, state) => {
    if (state.version !== head || state.anchorSeq !== staged.toSeq + 1) return null;
    await makeCurrent(tx, staged);
    await changeWork(tx, staged.sessionId, { stagedVersion: null });
    return staged.version;
  });
}

/** A version that a person made: it needs no claim, and whatever was being rolled meanwhile is thrown away. */
export async function commitByHand(tx: Db, roll: NewRoll & Pick<RollRow, "redoFrom">): Promise<number> {
  const version = await insertRoll(tx, roll);
  await makeCurrent(tx, { ...roll, version });
  await changeWork(tx, roll.sessionId, { stagedVersion: null });
  return version;
}

/** A version as the session's current context. */
export async function makeCurrent(
  tx: Db,
  roll: Pick<RollRow, "sessionId" | "version" | "summary" | "summaryRunes" | "toSeq" | "coveredRunes">,
): Promise<void> {
  await setContext(tx, roll.sessionId, {
    contextVersion: roll.version,
    contextSummary: roll.summary,
    contextSummaryRunes: roll.summaryRunes,
    coveredRunes: roll.coveredRunes,
    ...(await anchorAt(tx, roll.sessionId, roll.toSeq + 1)),
  });
}

async function committed(
  { owner }: Pick<Claim, "owner">,
  roll: Pick<RollRow, "sessionId" | "toSeq" | "toMessageId" | "reason">,
  write: (tx: Db, state: ContextState) => Promise<Committed>,
): Promise<Committed> {
  const { sessionId } = roll;
  const db = await getDb();
  const version = await db.transaction(async (tx: Db) => {
    const state = await lockContext(tx, sessionId);
    if (!state || !(await holdsClaim(tx, sessionId, owner))) return null;
    if (!(await stands(tx, sessionId, roll.toSeq, roll.toMessageId))) return null;
    return await write(tx, state);
  });
  if (version === null) log.info("chat_context_roll_discarded", { reason: roll.reason, to_seq: roll.toSeq });
  return version;
}
