export async function register(): Promise<void> {
  // The edge runtime, where this file is also loaded, has neither a database nor signals.
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("@/lib/operations/start")).start();
}
