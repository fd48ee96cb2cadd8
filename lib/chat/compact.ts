import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { contextBudget } from "@/lib/context/payload/budget";
import { rollSoonIfFull, wantRollSoon } from "@/lib/context/roll/background";
import { withClaim } from "@/lib/context/roll/claim";
import { commitByHand } from "@/lib/context/roll/commit";
import { type Rolled, rollOnce } from "@/lib/context/roll/roll";
import { rollSetting } from "@/lib/context/roll/summariser";
import type { Budget } from "@/lib/context/size/limit";
import { countRunes } from "@/lib/context/size/measure";
import { keptLines } from "@/lib/context/summary/kept";
import { type Db, getDb } from "@/lib/db/client";
import { contextState, lockContext, stands } from "@/lib/db/queries/context";
import { findRoll } from "@/lib/db/queries/context-rolls";
import { AppError } from "@/lib/errors";
import { storableText } from "@/lib/text";
import { requireLockedSession, requireSession } from "./require-session";

export type Compacted = { rolled: boolean; version: number; verbatimSinceSeq: number; budget: Budget };

/**
 * *Compact now*: rolls all but the messages that always stay verbatim. Waits for a roll that is under way; what that
 * has left over is rolled then, so two at once do no work twice. A failure changes nothing.
 */
export async function compactNow(
  actor: Actor,
  sessionId: string,
  { instructions, signal }: { instructions?: string | undefined; signal: AbortSignal },
): Promise<Compacted> {
  const db = await getDb();
  await requireSession(db, actor, sessionId);
  let rolls = 0;
  let failed = false;
  for (let goOn = true; goOn; ) {
    const state = await contextState(db, sessionId);
    if (!state) break;
    const setting = await rollSetting(state);
    // Whoever waits does not wait for a summariser that has just failed.
    const callsLeft = failed ? 0 : config().chat_context.max_rolls - rolls;
    const rolled = await withClaim(sessionId, { waitMs: Number.POSITIVE_INFINITY, signal }, (claim) =>
      rollOnce(claim, { reason: "manual", setting, goal: "all", current: null, instructions, callsLeft }),
    );
    if (rolled?.kind === "rolled") rolls++;
    if (rolled?.kind === "rolled" && rolled.fallback !== null) {
      failed = true;
      wantRollSoon(sessionId, "redo");
    }
    goOn = wantsMore(rolled);
  }
  const session = await requireSession(db, actor, sessionId);
  return {
    rolled: rolls > 0,
    version: session.contextVersion,
    verbatimSinceSeq: session.verbatimSinceSeq,
    budget: await contextBudget(actor, session),
  };
}

/** A lost claim is tried again; a discarded roll is not: the messages were cut meanwhile, by whoever wanted that more. */
const wantsMore = (rolled: Rolled | null) => rolled === null || (rolled.kind === "rolled" && rolled.left);

/** A new version of the summary by its reader. `version`: the one that was edited; another one since then is a conflict. */
export async function editSummary(
  actor: Actor,
  sessionId: string,
  given: { version: number; summary: string },
): Promise<{ version: number }> {
  const db = await getDb();
  const summary = storableText(given.summary).trim();
  const state = await contextState(db, (await requireSession(db, actor, sessionId)).id);
  const cap = state ? (await rollSetting(state)).bounds.summaryMaxRunes : 0;
  const runes = countRunes(summary);
  // Without a word of it the messages that it covers would be given to the model in no form at all.
  const message = !hasWords(summary)
    ? "is missing"
    : runes > cap
      ? `has ${runes} characters; the most is ${cap}`
      : null;
  if (message) throw new AppError("invalid_input", { issues: [{ path: "summary", message }] });
  const version = await db.transaction(async (tx: Db) => {
    await requireLockedSession(tx, actor, sessionId);
    const head = await currentRoll(tx, sessionId, given.version);
    return await commitByHand(tx, {
      ...head,
      ...{ baseVersion: head.version, summary, summaryRunes: runes, runesBefore: head.summaryRunes, runesAfter: runes },
      ...{ kept: keptLines(head.summary, summary, head.kept, cap), reason: "edit", method: "user", model: null },
      ...{ fallback: null, redoFrom: null, usage: null, durationMs: 0, instructions: null },
    });
  });
  return { version };
}

/**
 * Makes an older version the context again, as a new version; what it does not cover is verbatim again. Only while all
 * that it covers still stands.
 */
export async function restoreVersion(
  actor: Actor,
  sessionId: string,
  { version }: { version: number },
): Promise<{ version: number }> {
  const db = await getDb();
  const restored = await db.transaction(async (tx: Db) => {
    await requireLockedSession(tx, actor, sessionId);
    const roll = await findRoll(tx, sessionId, version);
    if (!roll || !(await stands(tx, sessionId, roll.toSeq, roll.toMessageId))) {
      throw new AppError("not_found", { kind: "version" });
    }
    return await commitByHand(tx, {
      ...roll,
      ...{ baseVersion: version, reason: "restore", method: "user", model: null, fallback: null, redoFrom: null },
      ...{ usage: null, durationMs: 0, instructions: null, runesBefore: roll.summaryRunes },
    });
  });
  const session = await requireSession(db, actor, sessionId);
  rollSoonIfFull(session, await contextBudget(actor, session), "backlog");
  return { version: restored };
}

/** Marks alone and characters that nobody sees tell a model nothing. */
const hasWords = (text: string) =>
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ""));

async function currentRoll(tx: Db, sessionId: string, version: number) {
  const state = await lockContext(tx, sessionId);
  if (!state || state.version !== version) throw new AppError("summary_changed", { version: state?.version ?? 0 });
  const head = await findRoll(tx, sessionId, version);
  if (!head) throw new AppError("not_found", { kind: "version" });
  return head;
}
