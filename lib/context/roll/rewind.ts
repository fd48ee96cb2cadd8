import type { Db } from "@/lib/db/client";
import { anchorAt, setContext } from "@/lib/db/queries/context";
import { copyRolls, findRoll, versionBefore } from "@/lib/db/queries/context-rolls";
import { changeWork, findWork, wantWork } from "@/lib/db/queries/context-work";
import type { SessionRow } from "@/lib/db/schema/chat";
import { makeCurrent } from "./commit";

// All of these are called inside the transaction that changes the messages, the session being locked.

/** Puts back the newest summary that covers nothing from `cutSeq` on: what was cut off is in no summary any more. */
export async function rewindContext(
  tx: Db,
  { id: sessionId, contextVersion: version, verbatimSinceSeq }: SessionRow,
  cutSeq: number,
): Promise<void> {
  const back = await versionBefore(tx, sessionId, version, cutSeq);
  if (back !== version) await setVersion(tx, sessionId, back);
  // All that was verbatim is gone, and the anchor with it: the next message will be it.
  else if (verbatimSinceSeq >= cutSeq) await setContext(tx, sessionId, await anchorAt(tx, sessionId, cutSeq));
  const work = await findWork(tx, sessionId);
  if (!work?.stagedVersion) return;
  const staged = await versionBefore(tx, sessionId, work.stagedVersion, cutSeq);
  if (staged !== work.stagedVersion) await changeWork(tx, sessionId, { stagedVersion: staged || null });
}

/** Makes a version of the session its context again, as it was; 0: nothing is summarised. */
export async function setVersion(tx: Db, sessionId: string, version: number): Promise<void> {
  const roll = version === 0 ? undefined : await findRoll(tx, sessionId, version);
  if (roll) {
    // What the built-in summariser stood in for is redone wherever it holds: in a branch, and again after an undo.
    if (roll.redoFrom !== null) await wantWork(tx, sessionId, "redo");
    return await makeCurrent(tx, roll);
  }
  const empty = { contextVersion: 0, contextSummary: "", contextSummaryRunes: 0, coveredRunes: 0 };
  await setContext(tx, sessionId, { ...empty, ...(await anchorAt(tx, sessionId, 1)) });
}

/** Gives a copy, whose messages up to `lastSeq` are in place, the context that its original had at that point. */
export async function copyContext(
  tx: Db,
  from: { sessionId: string; version: number },
  to: { sessionId: string; lastSeq: number },
): Promise<void> {
  const version = await versionBefore(tx, from.sessionId, from.version, to.lastSeq + 1);
  if (version > 0) await copyRolls(tx, from.sessionId, version, to.sessionId);
  await setVersion(tx, to.sessionId, version);
}
