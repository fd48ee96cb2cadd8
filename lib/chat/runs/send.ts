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
import { eyesOf } from "@/lib/context/payload/images";
import { largestMessage } from "@/lib/context/payload/largest-message";
import type { SystemPrompt } from "@/lib/context/payload/system-prompt";
import { type Bounds, weightOf } from "@/lib/context/size/limit";
import { imageTokens, payloadRunes, payloadText, spokenText, textOf } from "@/lib/context/size/measure";
import { estimateTokens, runesPerToken } from "@/lib/context/size/tokens";
import { type Db, getDb } from "@/lib/db/client";
import { lockFiles, ownFiles, showFiles } from "@/lib/db/queries/files";
import { insertMessages, placeOf } from "@/lib/db/queries/messages";
import { insertRun, insertSessionOnce, type RunState, runsForSend } from "@/lib/db/queries/runs";
import { activityTime, changeSession } from "@/lib/db/queries/sessions";
import type { MessageParts, RunRow, SessionRow } from "@/lib/db/schema/chat";
import type { FileRow } from "@/lib/db/schema/files";
import { AppError } from "@/lib/errors";
import type { SendBody } from "@/lib/http/contract/runs";
import { wantRemembered } from "@/lib/memory/remember";
import { modelOrDefaultOf, type ResolvedModel, resolveModel } from "@/lib/models/registry";
import { messageTerms } from "@/lib/search/message-terms";
import { fileParts } from "./attach";
import { launch } from "./launch";
import { startRunLoops } from "./loop";
import { NO_TOOLS, type Offer, offerTools } from "./offered-tools";
import { recoverRun } from "./recover";
import { runs } from "./registry";
import { fileIdsOfMessage, hashOf, newId, sessionIdOf, type TextPart, textsOfMessage, titleFrom } from "./request";
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
  parts: MessageParts;
  fileIds: string[];
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
  const texts = textsOfMessage(input.message);
  const fileIds = fileIdsOfMessage(input.message);
  const [files, session, agent, modelFor] = await Promise.all([
    attachedFiles(db, actor, fileIds),
    input.session_id ? requireSession(db, actor, input.session_id) : undefined,
    input.agent_id && !input.session_id ? requireUsableAgent(db, actor, input.agent_id) : undefined,
    modelOrDefaultOf(actor),
  ]);
  if (!session && input.replace_from) throw new AppError("not_found", { kind: "message" });
  const model = input.model ? await resolveModel(actor, input.model) : modelFor(session?.model ?? agent?.model ?? null);
  if (!model.vision && files.some(({ kind }) => kind === "image"))
    throw new AppError("cannot_see", { model: model.label });
  const told = [...texts, ...files.map(({ text }) => ({ type: "text" as const, text }))];
  const perToken = session?.runesPerToken ?? runesPerToken(payloadRunes(told), estimateTokens(payloadText(told)));
  const talk = { agentId: session ? session.agentId : (agent?.id ?? null), userId: actor.userId };
  const plain = await promptOf(db, { ...talk, runesPerToken: perToken }, model, spokenText(texts));
  const offered = offerTools(plain, model, perToken);
  const begun = session && {
    lastSeq: session.lastSeq,
    minVerbatim: min_verbatim,
    summarised: session.contextVersion > 0,
  };
  const measured = (prompt: SystemPrompt) => {
    const bounds = boundsOf(model, { runesPerToken: perToken, promptRunes: prompt.runes });
    const largest = largestMessage(bounds, begun ?? null);
    return { bounds, largest, ...fitting(texts, files, { model, bounds, largest }) };
  };
  const withTools = measured(offered.prompt);
  // Rather without tools than not at all.
  const fits = withTools.weight <= withTools.largest;
  const { offer, prompt } = fits ? offered : { offer: NO_TOOLS, prompt: plain };
  const { bounds, largest, parts, runes, weight } = fits ? withTools : measured(plain);
  requireRoomBesides(plain, bounds);
  if (weight > largest) throw new AppError("message_too_large", { runes: weight, limit_runes: largest });
  return {
    sessionId: session?.id ?? sessionIdOf(actor.userId, messageId),
    isNew: !session,
    messageId,
    parts,
    fileIds,
    runes,
    hash: hashOf(texts, fileIds),
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

/** The actor's own files of these ids, in that order. */
async function attachedFiles(db: Db, actor: Actor, ids: readonly string[]): Promise<FileRow[]> {
  const { attachments_max_files: limit } = config().files;
  if (ids.length > limit) throw new AppError("too_many_files", { limit });
  const found = new Map((await ownFiles(db, actor, ids)).map((file) => [file.id, file]));
  return ids.map((id) => {
    const file = found.get(id);
    if (!file) throw new AppError("not_found", { kind: "file" });
    return file;
  });
}

/** How often texts of files are made shorter so that a message fits. */
const FITTINGS = 4;

/** The message's parts, the texts of its files so short that the model takes it, if that is enough. */
function fitting(
  texts: readonly TextPart[],
  files: readonly FileRow[],
  { model, bounds, largest }: { model: ResolvedModel; bounds: Bounds; largest: number },
) {
  const measured = (room: number) => {
    const shown = { eyes: eyesOf(model), runesPerToken: bounds.runesPerToken, room };
    const parts: MessageParts = [...texts, ...fileParts(files, shown)];
    const runes = payloadRunes(parts);
    return { parts, runes, weight: weightOf(runes, estimateTokens(payloadText(parts)) + imageTokens(parts), bounds) };
  };
  let room = files.reduce((sum, { text }) => sum + text.length, 0);
  let message = measured(room);
  for (let n = 0; n < FITTINGS && message.weight > largest && room > 0; n++) {
    // Dense text weighs more than its runes, and the frames of the files stay.
    room = Math.max(0, Math.floor(Math.min(room, message.runes) - (message.weight - largest) * 1.1));
    message = measured(room);
  }
  return message;
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
  const { runes, parts, fileIds } = order;
  const text = textOf(parts);
  const spoken = spokenText(parts);
  // Held from here on: a file that was swept a moment ago is not shown.
  const held = await lockFiles(tx, actor, fileIds);
  if (held.length < fileIds.length) throw new AppError("not_found", { kind: "file" });
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
      ...(userSeq === 1 && !session.titleSet && { title: titleFrom(spoken) || titleFrom(held[0]?.name ?? "") }),
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
    showFiles(tx, sessionId, fileIds),
  ]);
  if (!changed) throw new Error("a locked session cannot be gone");
  if (order.agentId !== null) await wantRemembered(tx, sessionId, { id: order.messageId, seq: userSeq }, spoken);
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
