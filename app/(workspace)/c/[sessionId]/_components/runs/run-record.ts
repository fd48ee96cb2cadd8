import { applyChunk, emptyDraft, type MessageDraft } from "@/lib/chat/runs/reduce";
import type { MessageParts } from "@/lib/db/schema/chat";
import type { ContextBudget } from "@/lib/http/contract/messages";
import type { RunEvent } from "./sse";

/** What is known of a run from the `start` chunk on. */
export type RunFacts = {
  sessionId: string;
  runId: string;
  userMessageId: string;
  messageId: string;
  model: string | null;
  contextBudget: ContextBudget | null;
  /** What an edit cut off, for undo. */
  truncationId: string | null;
};

export type RunEnd = { status: "complete" | "interrupted" | "failed"; error: { code: string; message: string } | null };

export type RunView = {
  parts: MessageParts;
  connection: "live" | "reconnecting";
  end: RunEnd | null;
  contextBudget: ContextBudget | null;
  /** The answer waits until earlier messages are summarised. */
  tidying: boolean;
};

export const NO_VIEW: RunView = { parts: [], connection: "live", end: null, contextBudget: null, tidying: false };

/** One run as this tab has it: a draft, how far it is, and who looks at it. */
export class RunRecord {
  /** Empty until the first event has said it. */
  runId = "";
  /** The position of the last event taken in. */
  position = 0;
  #draft: MessageDraft = emptyDraft;
  #connection: RunView["connection"] = "live";
  #end: RunEnd | null = null;
  #lost = false;
  #tidying = false;
  #view = NO_VIEW;
  #listeners = new Set<() => void>();
  #scheduled = false;

  get view(): RunView {
    return this.#view;
  }

  get facts(): RunFacts | null {
    return factsOf(this.#draft);
  }

  /** Nothing more will come: it has ended, or it is not there any more. */
  get ended(): boolean {
    return this.#end !== null || this.#lost;
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes an event in, once: `start` begins anew, and what is not newer than what is there changes nothing. */
  take({ n, chunk }: RunEvent): void {
    if (chunk.type !== "start" && n <= this.position) return;
    this.position = n;
    this.#draft = applyChunk(this.#draft, chunk);
    if (chunk.type === "start") this.#tidying = false;
    if (chunk.type === "data-context-roll") this.#tidying = isRecord(chunk.data) && chunk.data.state === "started";
    if (chunk.type === "finish") this.#end = endOf(this.#draft);
    this.#schedule();
  }

  /** The run is gone, with its message or with the right to see it. */
  lost(): void {
    this.#lost = true;
  }

  connected(connection: RunView["connection"]): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#schedule();
  }

  /** Shows what is there now. At most once a frame, however many chunks come; a hidden tab has no frames. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const publish = () => {
      this.#scheduled = false;
      this.#view = {
        parts: this.#draft.parts,
        connection: this.#connection,
        end: this.#end,
        contextBudget: budgetIn(this.#draft.metadata),
        tidying: this.#tidying,
      };
      for (const listener of this.#listeners) listener();
    };
    if (document.hidden) setTimeout(publish, 200);
    else requestAnimationFrame(publish);
  }
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export function factsOf({ messageId, metadata }: MessageDraft): RunFacts | null {
  const sessionId = text(metadata.session_id);
  const runId = text(metadata.run_id);
  const userMessageId = text(metadata.user_message_id);
  if (!messageId || !sessionId || !runId || !userMessageId) return null;
  return {
    sessionId,
    runId,
    userMessageId,
    messageId,
    model: text(metadata.model),
    contextBudget: budgetIn(metadata),
    truncationId: text(metadata.truncation_id),
  };
}

function budgetIn(metadata: Readonly<Record<string, unknown>>): ContextBudget | null {
  const budget = metadata.context_budget;
  if (!isRecord(budget)) return null;
  const { used_runes, limit_runes, used_pct } = budget;
  if (typeof used_runes !== "number" || typeof limit_runes !== "number" || typeof used_pct !== "number") return null;
  return { used_runes, limit_runes, used_pct };
}

function endOf({ metadata }: MessageDraft): RunEnd {
  const status = metadata.status === "interrupted" || metadata.status === "failed" ? metadata.status : "complete";
  const { error } = metadata;
  const code = isRecord(error) ? text(error.code) : null;
  return { status, error: code === null ? null : { code, message: (isRecord(error) && text(error.message)) || "" } };
}
