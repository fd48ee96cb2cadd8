import { fc, test } from "@fast-check/vitest";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { describe, expect, vi } from "vitest";
import { eventStream, type StreamEvent } from "./sse";

type Source = {
  stream: (signal: AbortSignal) => Promise<AsyncIterable<StreamEvent[]>>;
  emit(...events: StreamEvent[]): void;
  end(): void;
  /** How often the stream asked, and whether it has let go. */
  state: { asked: number; open: number };
};

/** A run to follow that says what the test says. */
function source(): Source {
  const queue: StreamEvent[][] = [];
  const state = { asked: 0, open: 0 };
  let ended = false;
  let wake = () => {};
  async function* follow(signal: AbortSignal): AsyncGenerator<StreamEvent[]> {
    state.open++;
    const onAbort = () => wake();
    signal.addEventListener("abort", onAbort);
    try {
      while (!signal.aborted) {
        const next = queue.shift();
        state.asked++;
        if (next) yield next;
        else if (ended) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      state.open--;
    }
  }
  return {
    stream: async (signal) => follow(signal),
    emit(...events) {
      queue.push(events);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    state,
  };
}

function parse(text: string): { events: EventSourceMessage[]; comments: string[] } {
  const events: EventSourceMessage[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
  });
  parser.feed(text);
  return { events, comments };
}

const reading = (response: Response) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("the answer has no body");
  return reader;
};

describe("an event stream", () => {
  test("says at once that it is there, by a comment and by headers that nothing on the way may hold it back", async () => {
    const response = await eventStream(source().stream);
    const { value } = await reading(response).read();
    expect(value).toBe(": open\n\n");
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "x-vercel-ai-ui-message-stream": "v1",
    });
  });

  test.prop([fc.array(fc.string({ unit: "grapheme" }), { maxLength: 8 })])(
    "brings every chunk as it is, whatever is in it",
    async (texts) => {
      const run = source();
      for (const [i, delta] of texts.entries()) run.emit({ n: i + 1, chunk: { type: "text-delta", id: "1", delta } });
      run.end();
      const { events } = parse(await (await eventStream(run.stream)).text());
      expect(events.pop()?.data).toBe("[DONE]");
      expect(events.map((event) => [event.id, JSON.parse(event.data).delta])).toEqual(
        texts.map((text, i) => [`${i + 1}`, text]),
      );
      expect(run.state.open).toBe(0);
    },
  );

  test("beats between events while nothing comes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const run = source();
    const reader = reading(await eventStream(run.stream, { heartbeatMs: 15_000 }));
    await reader.read();
    const said: string[] = [];
    for (const _ of [1, 2]) {
      const next = reader.read();
      // The stream must have noticed that the reader waits.
      await vi.waitFor(() => expect(run.state.asked).toBeGreaterThan(0), 20_000);
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(15_000);
      said.push((await next).value ?? "");
    }
    run.emit({ n: 1, chunk: { type: "text-delta", id: "1", delta: "x" } });
    said.push((await reader.read()).value ?? "");
    expect(said.slice(0, 2)).toEqual([": ping\n\n", ": ping\n\n"]);
    expect(parse(said.join("")).events).toHaveLength(1);
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("does not pile up beats for a client that takes nothing", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const run = source();
    const body = (await eventStream(run.stream, { heartbeatMs: 1_000 })).body?.getReader();
    vi.advanceTimersByTime(100_000);
    run.emit({ n: 1, chunk: { type: "start" } });
    run.end();
    let frames = 0;
    while (!(await body?.read())?.done) frames++;
    expect(frames).toBe(3); // the opening, the event, [DONE]
    vi.useRealTimers();
  });

  test("reads no faster than the client does", async () => {
    const run = source();
    for (let n = 1; n <= 100; n++) run.emit({ n, chunk: { type: "text-delta", id: "1", delta: "x".repeat(1_000) } });
    const reader = reading(await eventStream(run.stream));
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run.state.asked).toBeLessThan(10);
    await reader.cancel();
  });

  test("that is dropped lets go of everything, two thousand times", async () => {
    const run = source();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    for (let i = 0; i < 2_000; i++) {
      const reader = reading(await eventStream(run.stream));
      await reader.read();
      const pending = i % 2 ? reader.read() : undefined; // half of them while they wait for the next event
      await reader.cancel();
      await pending;
    }
    await expect.poll(() => run.state.open).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test("what goes wrong before the head is an answer of its own", async () => {
    await expect(eventStream(() => Promise.reject(new Error("not found")))).rejects.toThrow("not found");
  });
});
