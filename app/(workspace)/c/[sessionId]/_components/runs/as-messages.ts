import type { Message } from "@/lib/http/contract/messages";
import { partOf } from "../attachments/attachment";
import type { Outgoing } from "./outbox";
import type { RunFacts } from "./run-record";

/** A message on its way as it will look once it is stored; `seq` is the place it will most likely have. */
export function outgoingMessage(item: Outgoing, sessionId: string, seq: number): Message {
  return {
    id: item.id,
    session_id: sessionId,
    seq,
    role: "user",
    parts: [{ type: "text", text: item.text }, ...item.files.map(partOf)],
    text: item.text,
    status: "complete",
    error: null,
    model: null,
    usage: null,
    run_id: null,
    created_at: new Date(item.at).toISOString(),
  };
}

/** The answer that a run has begun to write. */
export function runningMessage({ messageId, sessionId, runId, model }: RunFacts, seq: number, at: number): Message {
  return {
    id: messageId,
    session_id: sessionId,
    seq,
    role: "assistant",
    parts: [],
    text: "",
    status: "running",
    error: null,
    model,
    usage: null,
    run_id: runId,
    created_at: new Date(at).toISOString(),
  };
}
