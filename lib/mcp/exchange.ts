import { AsyncLocalStorage } from "node:async_hooks";
import { failureFrom, McpFailure } from "./failure";

/** How long an answer's last words may take from the network to whoever waits for them. */
const SETTLE_MS = 500;

/** One question to a server with all its requests, so that what the network sees is known where the answer is awaited. */
export type Exchange = {
  /** A request begins: what ended before it was not the end. */
  began(): void;
  /** The answer to the last request is at its end. Where nobody has it by now, it did not hold one. */
  ended(failure?: McpFailure): void;
  /** Of the last answer over HTTP. */
  status: number | undefined;
};

const current = new AsyncLocalStorage<Exchange>();
export const currentExchange = (): Exchange | undefined => current.getStore();

/**
 * Asks a server something: within `timeoutMs`, ended by `signal`, and also when the connection ends without an answer.
 * Throws the signal's reason, else a McpFailure. `seen` is told of the last status.
 */
export async function exchange<T>(
  { signal, timeoutMs, seen }: { signal?: AbortSignal | undefined; timeoutMs: number; seen?: (status: number) => void },
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const gaveUp = new AbortController();
  const giveUp = (failure: McpFailure) => gaveUp.abort(failure);
  const tooLate = setTimeout(() => giveUp(new McpFailure("timeout")), timeoutMs);
  let settling: NodeJS.Timeout | undefined;
  const own: Exchange = {
    began: () => clearTimeout(settling),
    ended(failure = new McpFailure("cut_off")) {
      settling = setTimeout(() => giveUp(failure), SETTLE_MS);
    },
    status: undefined,
  };
  const either = signal ? AbortSignal.any([signal, gaveUp.signal]) : gaveUp.signal;
  try {
    return await current.run(own, () => raced(ask(either), either));
  } catch (error) {
    signal?.throwIfAborted();
    if (own.status !== undefined) seen?.(own.status);
    throw failureFrom(gaveUp.signal.reason ?? error);
  } finally {
    clearTimeout(tooLate);
    clearTimeout(settling);
  }
}

/** A client may go on waiting for something that no signal reaches. */
function raced<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    task.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
