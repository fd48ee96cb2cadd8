const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
const QUIET_MS = 200;

/**
 * Code that the first paint does without, to be fetched by the function that is given back. In the browser a fetch that
 * fails is tried again for as long as the page lives: without a network something does not show yet, rather than the
 * whole page giving way to an error.
 */
export function surely<T>(load: () => Promise<T>): () => Promise<T> {
  if (typeof window === "undefined") return load;
  const attempt = async (pause: number): Promise<T> => {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, pause));
      return attempt(Math.min(2 * pause, LONGEST_PAUSE_MS));
    }
  };
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= attempt(FIRST_PAUSE_MS);
    return loading;
  };
}

/** Fetches what may be needed just when the network is gone, as soon as the page has had its own. Gives back how to call it off. */
export function whenQuiet(...loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    for (const load of loads) void load();
  }, QUIET_MS);
  return () => clearTimeout(timer);
}
