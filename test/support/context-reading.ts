import { asc, eq } from "drizzle-orm";
import { config } from "@/lib/config";
import { promptOf } from "@/lib/context/payload/agent-prompt";
import { assemble, type Payload } from "@/lib/context/payload/assemble";
import { boundsOf } from "@/lib/context/payload/budget";
import { BLIND } from "@/lib/context/payload/images";
import { getDb } from "@/lib/db/client";
import { type ContextState, contextState } from "@/lib/db/queries/context";
import { findWork } from "@/lib/db/queries/context-work";
import {
  chatMessages,
  chatSessions,
  contextRolls,
  type MessageRow,
  type RollRow,
  type WorkRow,
} from "@/lib/db/schema/chat";
import { resolveModelOrDefault } from "@/lib/models/registry";

// Without vitest, for processes that are no test.

/** All that is stored of a conversation's context, and what a model would be given of it. */
export type ContextReading = {
  rows: MessageRow[];
  state: ContextState;
  anchorId: string | null;
  rolls: RollRow[];
  work: WorkRow | null;
  payload: Pick<Payload, "instructions" | "messages" | "usedRunes">;
  limitRunes: number;
};

export async function readContext(sessionId: string): Promise<ContextReading> {
  const db = await getDb();
  const [rows, state, [session], rolls, work] = await Promise.all([
    db.select().from(chatMessages).where(eq(chatMessages.sessionId, sessionId)).orderBy(asc(chatMessages.seq)),
    contextOf(sessionId),
    db.select({ id: chatSessions.verbatimSinceMessageId }).from(chatSessions).where(eq(chatSessions.id, sessionId)),
    rollsOf(sessionId),
    workOf(sessionId),
  ]);
  const model = await resolveModelOrDefault(state, state.model);
  const prompt = await promptOf(db, state, model);
  const bounds = boundsOf(model, { ...state, promptRunes: prompt.runes });
  const reading = { currentSeq: null, prompt, eyes: BLIND, maxRows: config().chat_context.history_rows };
  const { instructions, messages, usedRunes } = await assemble(db, state, reading, bounds);
  const payload = { instructions, messages, usedRunes };
  return {
    ...{ rows, state, anchorId: session?.id ?? null, rolls, work: work ?? null, payload },
    limitRunes: bounds.limitRunes,
  };
}

export async function contextOf(sessionId: string): Promise<ContextState> {
  const state = await contextState(await getDb(), sessionId);
  if (!state) throw new Error("no such session");
  return state;
}

export async function rollsOf(sessionId: string): Promise<RollRow[]> {
  const db = await getDb();
  return await db
    .select()
    .from(contextRolls)
    .where(eq(contextRolls.sessionId, sessionId))
    .orderBy(asc(contextRolls.version));
}

export async function workOf(sessionId: string): Promise<WorkRow | undefined> {
  return await findWork(await getDb(), sessionId);
}
