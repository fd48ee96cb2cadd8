import { ApiProblem, problemOf } from "@/app/_components/api-client";
import { runFollowers } from "./run-followers";
import type { RunFacts } from "./run-record";

export type SendRequest = {
  /** Absent: a new conversation. */
  sessionId?: string | undefined;
  messageId: string;
  text: string;
  /** Of files that the server has already. */
  fileIds: readonly string[];
  replaceFrom?: string | undefined;
  model?: string | undefined;
  /** Of a new conversation. */
  agentId?: string | undefined;
};

/**
 * Sends a message. Resolves when the server has stored it and says which run answers; the answer itself is followed in
 * the background. Sent again with the same message id it is the same run, so a send that failed can be repeated.
 */
export async function sendMessage(request: SendRequest): Promise<RunFacts> {
  const abort = new AbortController();
  const response = await post(request, abort.signal);
  if (!response.ok) throw await problemOf(response);
  try {
    return (await runFollowers.adopt(response, abort)).facts;
  } catch (error) {
    throw new ApiProblem({ code: "unreachable", status: 0 }, { cause: error });
  }
}

const partsOf = (text: string, fileIds: readonly string[]) => [
  ...(text.trim() === "" ? [] : [{ type: "text", text }]),
  ...fileIds.map((file_id) => ({ type: "file", file_id })),
];

async function post(
  { sessionId, messageId, text, fileIds, replaceFrom, model, agentId }: SendRequest,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch("/api/v1/chat/send", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({
        ...(sessionId && { session_id: sessionId }),
        message: { id: messageId, ...(fileIds.length === 0 ? { text } : { parts: partsOf(text, fileIds) }) },
        ...(replaceFrom && { replace_from: replaceFrom }),
        ...(model && { model }),
        ...(agentId && { agent_id: agentId }),
      }),
      signal,
    });
  } catch (error) {
    throw new ApiProblem({ code: "unreachable", status: 0 }, { cause: error });
  }
}
