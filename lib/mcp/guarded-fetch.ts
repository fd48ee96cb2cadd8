import { z } from "zod";
import { currentExchange } from "./exchange";
import { failureFrom, McpFailure } from "./failure";

/** The most that one answer may be, and all that comes by itself over one connection. */
export const MOST_BYTES = 16_000_000;
const MOST_BYTES_BY_ITSELF = 64_000_000;
const CANCEL_MS = 2_000;
/** Later versions take the end of the connection for the end of the call. */
const CANCELS_UNTIL = "2026";

const Call = z.object({ method: z.literal("tools/call"), id: z.union([z.number(), z.string()]) });

/**
 * How servers are asked over HTTP: no redirect is followed, since the headers may be secrets; no answer is larger than
 * can be held; the end of one is seen by whoever waits for it; and a call that is given up is cancelled at the server.
 */
export const guardedFetch: typeof fetch = async (input, init) => {
  const asks = init?.method === "POST";
  const exchange = asks ? currentExchange() : undefined;
  exchange?.began();
  const forgetCancel = asks ? cancelOnAbort(input, init) : () => {};
  let response: Response;
  try {
    response = await fetch(input, { ...init, redirect: "manual" });
  } catch (error) {
    forgetCancel();
    throw error;
  }
  if (exchange) exchange.status = response.status;
  if (response.status >= 300 && response.status < 400) {
    forgetCancel();
    await response.body?.cancel();
    throw new McpFailure("redirected", URL.parse(response.headers.get("location") ?? "", String(input))?.host);
  }
  if (!response.body) {
    forgetCancel();
    return response;
  }
  const body = watched(response.body, asks ? MOST_BYTES : MOST_BYTES_BY_ITSELF, (failure) => {
    forgetCancel();
    exchange?.ended(failure);
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
};

/** The same bytes, at most `limit` of them. `ended` is called once, at their end or failure. */
function watched(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  ended: (failure?: McpFailure) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          ended();
          return;
        }
        bytes += value.byteLength;
        if (bytes > limit) throw new McpFailure("too_large");
        controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        ended(failureFrom(error));
        await reader.cancel().catch(() => {}); // it is of no more use to anybody
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Tells the server of a call that nobody waits for any more; the way back forgets it. */
function cancelOnAbort(input: Parameters<typeof fetch>[0], init: RequestInit): () => void {
  const { signal, body } = init;
  if (!signal || typeof body !== "string" || !body.includes('"tools/call"')) return () => {};
  const headers = new Headers(init.headers);
  if ((headers.get("mcp-protocol-version") ?? "") >= CANCELS_UNTIL) return () => {};
  const call = Call.safeParse(JSON.parse(body));
  if (!call.success) return () => {};
  const cancel = () => {
    const params = { requestId: call.data.id, reason: "nobody waits for it any more" };
    const message = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    fetch(input, { method: "POST", headers, body: message, redirect: "error", signal: AbortSignal.timeout(CANCEL_MS) })
      .then((response) => response.body?.cancel())
      .catch(() => {}); // it is a courtesy
  };
  signal.addEventListener("abort", cancel, { once: true });
  return () => signal.removeEventListener("abort", cancel);
}
