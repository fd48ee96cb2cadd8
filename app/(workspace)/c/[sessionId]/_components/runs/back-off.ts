/** Waits between attempts to reach the server again: half a second, doubling to 10 s, each a little different. */
export function backOffMs(attempt: number, random = Math.random()): number {
  const base = Math.min(10_000, 500 * 2 ** attempt);
  return Math.round(base * (0.75 + random * 0.5));
}

/** Resolves after `ms`, or as soon as the network or the person comes back, which is worth an attempt at once. */
export function waitForReturn(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      document.removeEventListener("visibilitychange", onVisible);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const onVisible = () => document.visibilityState === "visible" && finish();
    const timer = setTimeout(finish, ms);
    window.addEventListener("online", finish);
    document.addEventListener("visibilitychange", onVisible);
    signal.addEventListener("abort", finish);
  });
}
