import { log } from "@/lib/log";

/** One event: what it says, and the position that a client names to go on after it. */
export type StreamEvent = { n: number; chunk: object };

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // No proxy and no compression may hold back what was sent.
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  "x-vercel-ai-ui-message-stream": "v1",
};

const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();
const OPENING = encoder.encode(": open\n\n");
const HEARTBEAT = encoder.encode(": ping\n\n");
const DONE = encoder.encode("data: [DONE]\n\n");

/** Each event is put into bytes once, however many follow the run. JSON has no line breaks, so it is one line of data. */
const frames = new WeakMap<StreamEvent, Uint8Array>();

function frameOf(event: StreamEvent): Uint8Array {
  let frame = frames.get(event);
  if (!frame) {
    frame = encoder.encode(`id: ${event.n}\ndata: ${JSON.stringify(event.chunk)}\n\n`);
    frames.set(event, frame);
  }
  return frame;
}

/**
 * A run's stream as server-sent events. Reads only as fast as the client takes them; heartbeats come between events,
 * and only to a client that has taken what was sent before. When the client goes away, `follow` is told through its
 * signal, and nothing is left behind.
 */
export async function eventStream(
  follow: (signal: AbortSignal) => Promise<AsyncIterable<StreamEvent[]>>,
  { heartbeatMs = HEARTBEAT_MS } = {},
): Promise<Response> {
  const gone = new AbortController();
  // Before the head is sent, so that what goes wrong here is an answer of its own and not a broken stream.
  const events = (await follow(gone.signal))[Symbol.asyncIterator]();
  let heartbeat: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(OPENING);
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(HEARTBEAT);
      }, heartbeatMs);
    },
    async pull(controller) {
      let next: IteratorResult<StreamEvent[]>;
      try {
        next = await events.next();
      } catch (error) {
        clearInterval(heartbeat);
        log.error("request_failed", { stream: true }, error);
        throw error;
      }
      if (gone.signal.aborted) return;
      if (!next.done) {
        for (const event of next.value) controller.enqueue(frameOf(event));
        return;
      }
      clearInterval(heartbeat);
      controller.enqueue(DONE);
      controller.close();
    },
    async cancel() {
      clearInterval(heartbeat);
      gone.abort();
      await events.return?.();
    },
  });
  return new Response(body, { headers: HEADERS });
}
