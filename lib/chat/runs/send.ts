import { sql } from "drizzle-orm";
import { requireUsableAgent } from "@/lib/agents/usable";
import type { Actor } from "@/lib/auth/actor-type";
import { hit } from "@/lib/auth/rate-limit";
import { requireStanding } from "@/lib/auth/standing";
import { requireLockedSession, requireSession } from "@/lib/chat/require-session";
import { truncateFrom } from "@/lib/chat/truncate";
import { config } from "@/lib/config";
import { promptOf, requireRoomBesides } from "@/lib/context/payload/agent-prompt";
import { boundsOf } from "@/lib/context/payload/budget";
import { largestMessage } from "@/lib/context/payload/largest-message";
import type { SystemPrompt } from "@/lib/context/payload/system-prompt";
import { weightOf } from "@/lib/context/size/limit";
import { payloadRunes, textOf } from "@/lib/context/size/measure";
import { estimateTokens, runesPerToken } from "@/lib/context/size/tokens";
import { type Db, getDb } from "@/lib/db/client";
import { insertMessages, placeOf } from "@/lib/db/queries/messages";
import { insertRun, insertSessionOnce, type RunState, runsForSend } from "@/lib/db/queries/runs";
import { activityTime, changeSession } from "@/lib/db/queries/sessions";
import type { RunRow, SessionRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import type { SendBody } from "@/lib/http/contract/runs";
import { wantRemembered } from "@/lib/memory/remember";
import { modelOrDefaultOf, type ResolvedModel, resolveModel } from "@/lib/models/registry";
import { messageTerms } from "@/lib/search/message-terms";
import { launch } from "./launch";
import { startRunLoops } from "./loop";
import { type Offer, offerTools } from "./offered-tools";
import { recoverRun } from "./recover";
import { runs } from "./registry";
import { hashOf, newId, partsOfMessage, sessionIdOf, titleFrom, type UserParts } from "./request";
import { stopActiveRun, untilEnded } from "./stop";

export type SendInput = Omit<SendBody, "stream">;
/** `reused`: the message had been sent before, and this is the run that it started then. */
export type Sent = { sessionId: string; run: RunRow; reused: boolean };

/** How long a send waits for a run that is being stopped. */
const STOPPING_MS = 5_000;
/** How often a send that cuts off an answer stops it, when others keep starting new ones. */
const ATTEMPTS = 5;

/** A send, checked and measured: what the transaction needs. */
type Order = {
  sessionId: string;
  isNew: boolean;
  messageId: string;
  parts: UserParts;
  runes: number;
  hash: string;
  replaceFrom: string | undefined;
  newModel: string | undefined;
  model: ResolvedModel;
  /** Of the conversation's writing, or of this message where it is the first. */
  runesPerToken: number;
  extraWeight: number;
  /** Of a new session. */
  agentId: string | null;
  prompt: SystemPrompt;
  offer: Offer;
};

type Outcome =
  | { kind: "started"; run: RunRow; session: SessionRow; userSeq: number; truncationId: string | null }
  | { kind: "reused"; run: RunRow }
  | { kind: "busy"; run: RunState };

/** Stores a user's message and starts the run that answers it. From the moment this returns the message is not lost. */
export async function startSend(actor: Actor, input: SendInput): Promise<Sent> {
  if (runs().draining) throw new AppError("shutting_down", { retry_after_s: 5 });
  const [order] = await Promise.all([
    prepare(actor, input),
    hit(`send:${actor.userId}`, { max: config().RATE_LIMIT_SENDS, windowS: 60 }),
    startRunLoops(),
  ]);
  for (let attempt = 1; ; attempt++) {
    const outcome = await write(actor, order);
    if (outcome.kind !== "busy") return begin(actor, order, outcome);
    if (attempt === ATTEMPTS || !(await madeRoom(order, outcome.run))) {
      throw new AppError("run_active", { run_id: outcome.run.id });
    }
  }
}

function begin(actor: Actor, order: Order, outcome: Exclude<Outcome, { kind: "busy" }>): Sent {
  const { run } = outcome;
  if (outcome.kind === "started") {
    const { session, userSeq, truncationId } = outcome;
    const { workspaceId } = actor;
    const { model, extraWeight, prompt, offer } = order;
    const question = textOf(order.parts);
    launch(run, {
      ...{ workspaceId, actor, model, session, currentSeq: userSeq, extraWeight, truncationId },
      ...{ prompt, offer, question },
    });
  }
  return { sessionId: run.sessionId, run, reused: outcome.kind === "reused" };
}

async function prepare(actor: Actor, input: SendInput): Promise<Order> {
  const db = await getDb();
  const { min_verbatim } = config().chat_context;
  const messageId = input.message.id ?? newId();
  const parts = partsOfMessage(input.message);
  const [session, agent, modelFor] = await Promise.all([
    input.session_id ? requireSession(db, actor, input.session_id) : undefined,
    input.agent_id && !input.session_id ? requireUsableAgent(db, actor, input.agent_id) : undefined,
    modelOrDefaultOf(actor),
  ]);
  if (!session && input.replace_from) throw new AppError("not_found", { kind: "message" });
  const model = input.model ? await resolveModel(actor, input.model) : modelFor(session?.model ?? agent?.model ?? null);
  const runes = payloadRunes(parts);
  const tokens = estimateTokens(textOf(parts));
  const perToken = session?.runesPerToken ?? runesPerToken(runes, tokens);
  const talk = { agentId: session ? session.agentId : (agent?.id ?? null), userId: actor.userId };
  const plain = await promptOf(db, { ...talk, runesPerToken: perToken }, model);
  const { offer, prompt } = offerTools(plain, model, perToken);
  const bounds = boundsOf(model, { runesPerToken: perToken, promptRunes: prompt.runes });
  requireRoomBesides(plain, bounds);
  const weight = weightOf(runes, tokens, bounds);
  const begun = session && {
    lastSeq: session.lastSeq,
    minVerbatim: min_verbatim,
    summarised: session.contextVersion > 0,
  };
  const largest = largestMessage(bounds, begun ?? null);
  if (weight > largest) throw new AppError("message_too_large", { runes: weight, limit_runes: largest });
  return {
    sessionId: session?.id ?? sessionIdOf(actor.userId, messageId),
    isNew: !session,
    messageId,
    parts,
    runes,
    hash: hashOf(parts),
    replaceFrom: input.replace_from,
    newModel: input.model ?? agent?.model ?? undefined,
    model,
    runesPerToken: perToken,
    extraWeight: weight - runes,
    agentId: talk.agentId,
    prompt,
    offer,
  };
}

/** The one transaction of a send, under the session's lock. */
async function write(actor: Actor, order: Order): Promise<Outcome> {
  const { sessionId, messageId } = order;
  const db = await getDb();
  return await db.transaction(async (tx: Db): Promise<Outcome> => {
    await requireStanding(tx, actor);
    if (order.isNew) await insertSessionOnce(tx, actor, { id: sessionId, agentId: order.agentId });
    let session = await requireLockedSession(tx, actor, sessionId);
    let truncationId: string | null = null;

    // Statements that do not need each other's answers go out together: this is on the way to the first word.
    const [{ ofMessage, active }, taken] = await Promise.all([
      runsForSend(tx, sessionId, messageId),
      placeOf(tx, sessionId, messageId),
    ]);
    // A message sent again first of all: it must neither be refused by its own run nor cut anything off again.
    if (ofMessage) {
      if (ofMessage.requestHash !== order.hash) throw new AppError("message_id_conflict", { message_id: messageId });
      return { kind: "reused", run: ofMessage };
    }
    if (taken) throw new AppError("message_id_conflict", { message_id: messageId });
    if (active) return { kind: "busy", run: active };

    if (order.replaceFrom) {
      const place = await placeOf(tx, sessionId, order.replaceFrom);
      if (!place) throw new AppError("not_found", { kind: "message" });
      ({ session, truncationId } = await truncateFrom(tx, session, place.seq));
    }
    return { kind: "started", truncationId, ...(await append(tx, actor, session, order)) };
  });
}

/** The question, the row that the answer will stand in, and the run. */
async function append(tx: Db, actor: Actor, session: SessionRow, order: Order) {
  const { id: sessionId, lastSeq, totalRunes } = session;
  const { runes, parts } = order;
  const text = textOf(parts);
  const runId = newId();
  const assistantMessageId = newId();
  const userSeq = lastSeq + 1;
  const model = order.model.ref;
  const [run, changed] = await Promise.all([
    insertRun(
      tx,
      {
        sessionId,
        id: runId,
        userMessageId: order.messageId,
        requestHash: order.hash,
        assistantMessageId,
        model,
        owner: runs().owner,
      },
      config().RUN_LEASE_MS,
    ),
    changeSession(tx, actor, sessionId, {
      lastSeq: userSeq + 1,
      totalRunes: totalRunes + runes,
      updatedAt: activityTime,
      ...(session.runesPerToken === null && { runesPerToken: order.runesPerToken }),
      ...(session.verbatimSinceMessageId === null &&
        session.verbatimSinceSeq === userSeq && {
          verbatimSinceMessageId: order.messageId,
          verbatimSinceAt: sql`now()`,
        }),
      ...(userSeq === 1 && !session.titleSet && { title: titleFrom(text) }),
      ...(order.newModel !== undefined && { model: order.newModel }),
      ...(session.promptRunes !== order.prompt.runes && { promptRunes: order.prompt.runes }),
    }),
    insertMessages(tx, [
      {
        sessionId,
        id: order.messageId,
        seq: userSeq,
        role: "user",
        parts,
        text,
        runes,
        runesBefore: totalRunes,
        terms: messageTerms(actor, { text, createdAt: new Date() }),
      },
      {
        sessionId,
        id: assistantMessageId,
        seq: userSeq + 1,
        role: "assistant",
        parts: [],
        text: "",
        runes: 0,
        runesBefore: totalRunes + runes,
        status: "running",
        model,
        runId,
        terms: [],
      },
    ]),
  ]);
  if (!changed) throw new Error("a locked session cannot be gone");
  if (order.agentId !== null) await wantRemembered(tx, sessionId, { id: order.messageId, seq: userSeq }, text);
  return { run, session: changed, userSeq };
}

/** Whether the run that stands in the way is out of it: lost, stopped by somebody, or cut off by this very send. */
async function madeRoom(order: Order, active: RunState): Promise<boolean> {
  if (await recoverRun(active)) return true;
  const local = runs().active.get(active.id);
  const ending = active.stopRequestedAt !== null || local?.abortReason !== undefined || local?.phase === "settling";
  if (ending) return await untilEnded(active, STOPPING_MS);
  if (!order.replaceFrom) return false;
  await stopActiveRun(order.sessionId);
  return true;
}
