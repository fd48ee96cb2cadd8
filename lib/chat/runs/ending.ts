import type { FinishReason, UIMessageChunk } from "ai";
import type { Budget } from "@/lib/context/size/limit";
import type { EndStatus, FinalAnswer } from "@/lib/db/queries/runs";
import type { MessageError, MessageRow, MessageUsage } from "@/lib/db/schema/chat";
import type { ProviderFault } from "@/lib/errors";
import { faultSentence } from "@/lib/models/faults";
import type { AbortReason } from "./registry";

/** How a run ended: what becomes of it and of its message. */
export type Ending = {
  run: EndStatus;
  message: FinalAnswer["status"];
  error: MessageError | null;
  usage: MessageUsage | null;
};

/** How a message stands once nothing more is written into it. */
export type Standing = Pick<FinalAnswer, "status" | "error" | "usage">;

export const standing = ({ message, error, usage }: Ending): Standing => ({ status: message, error, usage });

/** The same of a stored message; undefined while it is being written, or gone. */
export function ended(row: Pick<MessageRow, "status" | "error" | "usage"> | undefined): Standing | undefined {
  if (!row || row.status === "running") return undefined;
  return { status: row.status, error: row.error, usage: row.usage };
}

/** Of an answer whose conversation or message was deleted. */
export const gone: Standing = {
  status: "interrupted",
  error: { code: "stopped", message: "The conversation or the message was deleted." },
  usage: null,
};

const interrupted = (run: EndStatus, code: string, message: string): Ending => ({
  run,
  message: "interrupted",
  error: { code, message },
  usage: null,
});

export const processLost = interrupted("interrupted", "process_lost", "The server went down while this was written.");

export const internalFailure: Ending = {
  run: "failed",
  message: "failed",
  error: { code: "internal", message: "Something went wrong on the server." },
  usage: null,
};

/** The model went on calling tools after it had been told to come to an end. */
export const stepLimit = interrupted("interrupted", "step_limit", "The answer took all the steps that it may take.");

export function abortedEnding(reason: AbortReason | undefined): Ending {
  return reason === "shutdown" ? processLost : interrupted("stopped", "stopped", "The answer was stopped.");
}

export function failedEnding(fault: ProviderFault, message = faultSentence(fault)): Ending {
  return { run: "failed", message: "failed", error: { code: fault, message }, usage: null };
}

/** What the provider said at the end of an answer that came through. `answered`: there is something for the person in it. */
export type Finish = { reason: FinishReason; usage: MessageUsage | null; answered: boolean };

/** A finish reason that is not `stop` is no reason to throw away what came: it says how the message stands. */
export function finishedEnding({ reason, usage, answered }: Finish): Ending {
  switch (reason) {
    case "content-filter":
      return { ...failedEnding("refused"), usage };
    case "error":
      return { ...failedEnding("server_error"), usage };
    case "length":
      if (answered) {
        return {
          ...interrupted("interrupted", "output_limit", "The model reached the longest answer it may give."),
          usage,
        };
      }
      break;
  }
  if (!answered) return { ...failedEnding("empty_answer"), usage };
  return { run: "complete", message: "complete", error: null, usage };
}

/** Reasons of an interruption that nobody asked for and nothing broke. */
const LIMITS: ReadonlySet<string> = new Set(["output_limit", "step_limit"]);

/** What followers get last: why it ended when not by itself, and how the message stands. */
export function lastChunks({ status, error, usage }: Standing, contextBudget: Budget | null): UIMessageChunk[] {
  const chunks: UIMessageChunk[] = [];
  if (status === "failed") chunks.push({ type: "error", errorText: error?.message ?? "" });
  if (status === "interrupted" && !LIMITS.has(error?.code ?? ""))
    chunks.push({ type: "abort", reason: error?.code ?? "" });
  chunks.push({
    type: "finish",
    messageMetadata: { status, error, usage, ...(contextBudget && { context_budget: contextBudget }) },
  });
  return chunks;
}

/** What followers get first. */
export function startChunk(
  run: { sessionId: string; id: string; userMessageId: string; assistantMessageId: string; model: string },
  contextBudget: Budget | null,
  truncationId: string | null = null,
): UIMessageChunk {
  return {
    type: "start",
    messageId: run.assistantMessageId,
    messageMetadata: {
      session_id: run.sessionId,
      run_id: run.id,
      user_message_id: run.userMessageId,
      model: run.model,
      ...(truncationId && { truncation_id: truncationId }),
      ...(contextBudget && { context_budget: contextBudget }),
    },
  };
}
