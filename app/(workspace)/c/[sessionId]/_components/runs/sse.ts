import type { UIMessageChunk } from "ai";
import { createParser } from "eventsource-parser";

export type RunEvent = { n: number; chunk: UIMessageChunk };

/** How long the server may be silent: it sends a comment every 15 s, so a longer silence is a dead connection. */
const SILENCE_MS = 40_000;

/**
 * Hands over the events of a run's stream as they come. Answers whether the stream said that it was complete; otherwise
 * it was cut, and what is missing can be asked for again.
 */
export async function readRunEvents(
  response: Response,
  onEvent: (event: RunEvent) => void,
  abort: AbortController,
): Promise<boolean> {
  if (!response.body) return false;
  let done = false;
  const parser = createParser({
    onEvent({ id, data }) {
      if (data === "[DONE]") done = true;
      else onEvent({ n: Number(id ?? 0), chunk: JSON.parse(data) });
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => abort.abort(new Error("The stream fell silent.")), SILENCE_MS);
  };
  try {
    for (;;) {
      listen();
      const { value, done: ended } = await reader.read();
      if (ended) return done;
      parser.feed(value);
    }
  } finally {
    clearTimeout(silence);
    reader.releaseLock();
  }
}
