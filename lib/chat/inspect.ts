import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import type { FilesConfig } from "@/lib/config/files";
import { promptOf } from "@/lib/context/payload/agent-prompt";
import { payloadOf, type ShownRow, shownRows } from "@/lib/context/payload/assemble";
import { boundsOf, shownSummaryRunes, usedRunes, wantsPreroll } from "@/lib/context/payload/budget";
import { eyesOf } from "@/lib/context/payload/images";
import type { SystemPrompt } from "@/lib/context/payload/system-prompt";
import { redoneSoFar } from "@/lib/context/roll/redo";
import { rollsUpTo } from "@/lib/context/roll/roll";
import { type Bounds, budgetOf } from "@/lib/context/size/limit";
import { MESSAGE_OVERHEAD_RUNES, partRunes, sentParts } from "@/lib/context/size/measure";
import { getDb } from "@/lib/db/client";
import { type ContextState, contextState } from "@/lib/db/queries/context";
import { findRoll, standingRolls } from "@/lib/db/queries/context-rolls";
import { findWork } from "@/lib/db/queries/context-work";
import { newestQuestion } from "@/lib/db/queries/messages";
import type { RollRow, WorkRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import type { ContextVersion, SessionContext } from "@/lib/http/contract/context";
import { type ResolvedModel, resolveModelOrDefault } from "@/lib/models/registry";
import { requireSession } from "./require-session";
import { offerTools } from "./runs/offered-tools";

/** Versions that an inspection lists unless told otherwise. */
const USUAL_VERSIONS = 200;

/** What the model would be given now, where it comes from, and what is still being done to it. */
export async function inspectContext(
  actor: Actor,
  sessionId: string,
  { withPayload, versions: mostVersions = USUAL_VERSIONS }: { withPayload: boolean; versions?: number },
): Promise<SessionContext> {
  const db = await getDb();
  const session = await requireSession(db, actor, sessionId);
  const state = await contextState(db, session.id);
  if (!state) throw new AppError("not_found", { kind: "session" });
  const model = await resolveModelOrDefault(actor, session.model);
  const question = state.agentId === null ? "" : await newestQuestion(db, session.id);
  const { prompt } = offerTools(await promptOf(db, state, model, question), model, state.runesPerToken);
  const bounds = boundsOf(model, { ...state, promptRunes: prompt.runes });
  const { history_rows: maxRows } = config().chat_context;
  const [rows, versions, work] = await Promise.all([
    shownRows(db, state, { currentSeq: null, maxRows, prompt, eyes: eyesOf(model) }, bounds),
    standingRolls(db, sessionId, state.version, mostVersions),
    findWork(db, sessionId),
  ]);
  const payload = withPayload ? await payloadOf(state, prompt, rows, bounds) : undefined;
  const budget = budgetOf(usedRunes(state, bounds), bounds.limitRunes);
  return {
    context_budget: budget,
    summary: state.summary,
    summary_version: state.version,
    summary_max_runes: bounds.summaryMaxRunes,
    verbatim_since_seq: state.anchorSeq,
    verbatim_since_message_id: session.verbatimSinceMessageId,
    parts: partsOf(state, prompt, rows, bounds),
    caps: capsOf(config().files),
    versions: versions.map(presentVersion),
    progress: await progressOf(state, work, wantsPreroll(budget, state) ? model : null),
    rolling: work?.leaseUntil != null && work.leaseUntil > new Date(),
    ...(payload && {
      payload: {
        instructions: payload.instructions.map(({ content }) => content),
        messages: payload.messages.map(({ role, content }) => ({ role, content })),
      },
    }),
  };
}

const capsOf = ({ attachment_max_runes, attachments_max_runes, knowledge_max_runes }: FilesConfig) => ({
  ...{ attachment_max_runes, attachments_max_runes, knowledge_max_runes },
});

function partsOf(
  state: ContextState,
  prompt: SystemPrompt,
  rows: readonly ShownRow[],
  bounds: Bounds,
): SessionContext["parts"] {
  const sum = { user_messages: 0, attachments: 0, assistant_messages: 0, tools: prompt.toolRunes };
  for (const { role, parts } of rows) {
    const kind = role === "assistant" ? "assistant_messages" : "user_messages";
    sum[kind] += MESSAGE_OVERHEAD_RUNES;
    for (const part of sentParts(parts)) sum[kindOf(part.type, kind)] += partRunes(part);
  }
  const { memoryRunes: memory, knowledgeRunes: knowledge } = prompt;
  const all = {
    instructions: bounds.fixedRunes - memory - knowledge - prompt.toolRunes,
    memory,
    summary: shownSummaryRunes(state, bounds),
    knowledge,
    ...sum,
  };
  return Object.entries(all).flatMap(([kind, runes]) =>
    runes > 0 ? [{ kind: kind as SessionContext["parts"][number]["kind"], runes }] : [],
  );
}

const kindOf = <K extends string>(type: string, message: K) =>
  type === "text" ? message : type === "file" ? "attachments" : "tools";

/** `full`: the model whose payload calls for a roll; null: it does not. */
async function progressOf(
  state: ContextState,
  work: WorkRow | undefined,
  full: ResolvedModel | null,
): Promise<SessionContext["progress"]> {
  if (!work?.wanted) return null;
  const paused_until = pausedUntil(work);
  const goal = full && (await rollsUpTo(state, full));
  if (goal !== null) return { kind: "backlog", done_seq: state.anchorSeq - 1, to_seq: goal, paused_until };
  if (state.version === 0) return null;
  const db = await getDb();
  const head = await findRoll(db, state.sessionId, state.version);
  if (!head || head.redoFrom === null) return null;
  const { toSeq: done_seq } = await redoneSoFar(state.sessionId, work, head);
  return { kind: "redo", done_seq, to_seq: state.anchorSeq - 1, paused_until };
}

/** The background waits after a step that failed or brought nothing. Without one it is at most a moment behind its list. */
function pausedUntil({ attempts, notBefore }: WorkRow): string | null {
  return attempts > 0 && notBefore > new Date() ? notBefore.toISOString() : null;
}

function presentVersion(roll: RollRow & { fromMessageId: string | null }): ContextVersion {
  return {
    version: roll.version,
    base_version: roll.baseVersion,
    from_seq: roll.fromSeq,
    to_seq: roll.toSeq,
    from_message_id: roll.fromMessageId,
    to_message_id: roll.toMessageId,
    summary: roll.summary,
    reason: roll.reason,
    method: roll.method,
    fallback: roll.fallback,
    model: roll.model,
    instructions: roll.instructions,
    runes_before: roll.runesBefore,
    runes_after: roll.runesAfter,
    usage: roll.usage,
    duration_ms: roll.durationMs,
    created_at: roll.createdAt.toISOString(),
  };
}
