import type { CallToolResult, MCPClient } from "@ai-sdk/mcp";
import { getDb } from "@/lib/db/client";
import type { McpServerRow } from "@/lib/db/schema/tools";
import { type Connected, connect } from "./connect";
import { type Listing, MOST_TOOLS, toolsFrom } from "./definitions";
import { exchange } from "./exchange";
import { failureFrom, type McpFailure } from "./failure";

const LIST_MS = 10_000;
const LIST_FRESH_MS = 5 * 60_000;
/** A server may say with every breath that its list has changed. */
const LIST_AT_LEAST_MS = 10_000;
const MOST_PAGES = 20;
const IDLE_MS = 10 * 60_000;
const BACK_OFF_MS = 30_000;
const LONGEST_BACK_OFF_MS = 10 * 60_000;
/** A server that does not know a session, or its beginning, has done nothing. */
const NOT_DONE = new Set([400, 404]);

type Failed = { failure: McpFailure; at: Date };
type Kept = { listing: Listing; at: number; stale: boolean };

/** One server as this process knows it: opened when first needed, closed when idle, left alone for a while after a failure. */
export class Connection {
  failed: Failed | null = null;
  private connecting: Promise<Connected> | null = null;
  private connected: Connected | null = null;
  private asking: Promise<Listing> | null = null;
  private kept: Kept | null = null;
  private failures = 0;
  private retryAt = 0;
  private idle: NodeJS.Timeout | undefined;
  private closed = false;

  readonly row: McpServerRow;

  constructor(row: McpServerRow) {
    this.row = row;
  }

  get isConnected(): boolean {
    return this.connected !== null && this.connected.ended() === null;
  }

  /** What it offered when it was last asked. */
  get listing(): Listing | null {
    return this.kept?.listing ?? null;
  }

  /** Its tools. A server that has just failed is not asked again, unless `now`: its failure is thrown as it was. */
  async list({ now = false } = {}): Promise<Listing> {
    if (now) await this.retire(this.connected);
    else if (this.failed && Date.now() < this.retryAt) throw this.failed.failure;
    const { kept } = this;
    const age = kept ? Date.now() - kept.at : Number.POSITIVE_INFINITY;
    const fresh = kept && age < (kept.stale ? LIST_AT_LEAST_MS : LIST_FRESH_MS);
    if (fresh && !now && this.connected?.ended() === null) return kept.listing;
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  private async ask(): Promise<Listing> {
    try {
      const listing = await this.used(async ({ client }) => {
        const listed = await exchange({ timeoutMs: LIST_MS }, (signal) => listAll(client, signal));
        return toolsFrom(this.row.name, listed);
      });
      this.kept = { listing, at: Date.now(), stale: false };
      this.failed = null;
      this.failures = 0;
      return listing;
    } catch (error) {
      const failure = failureFrom(error);
      this.failed = { failure, at: new Date() };
      this.retryAt = Date.now() + Math.min(LONGEST_BACK_OFF_MS, BACK_OFF_MS * 2 ** this.failures);
      this.failures++;
      await this.retire(this.connected);
      throw failure;
    }
  }

  /** Calls a tool by the server's own name for it. Throws the signal's reason, else a McpFailure. */
  async call(
    name: string,
    input: Record<string, unknown>,
    { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  ): Promise<CallToolResult> {
    for (let attempt = 1; ; attempt++) {
      let on: Connected | null = null;
      let status: number | undefined;
      const seen = (last: number) => {
        status = last;
      };
      try {
        const answer = await this.used((connected) => {
          on = connected;
          return exchange({ signal, timeoutMs, seen }, (within) =>
            connected.client.callTool({ name, arguments: input, options: { signal: within } }),
          );
        });
        this.failed = null;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureFrom(error);
        const forgotten = status !== undefined && NOT_DONE.has(status);
        // A refusal is an answer, and a call that takes too long says nothing of the others.
        if (!forgotten && (failure.fault === "refused" || failure.fault === "timeout")) throw failure;
        await this.retire(on);
        if (forgotten && attempt === 1) continue;
        this.failed = { failure, at: new Date() };
        throw failure;
      }
    }
  }

  /** What is connected is not closed while `task` uses it. */
  private async used<T>(task: (connected: Connected) => Promise<T>): Promise<T> {
    const connected = await this.open();
    clearTimeout(this.idle);
    connected.uses++;
    try {
      return await task(connected);
    } catch (error) {
      throw connected.ended() ?? error;
    } finally {
      connected.uses--;
      if (connected.uses === 0) {
        if (this.connected === connected) this.closeWhenIdle();
        else void closeClient(connected.client);
      }
    }
  }

  private closeWhenIdle(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.retire(this.connected), IDLE_MS);
    this.idle.unref();
  }

  private async open(): Promise<Connected> {
    if (this.connected?.ended() === null) return this.connected;
    this.connecting ??= this.reopen().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  private async reopen(): Promise<Connected> {
    const connected = await connect(await getDb(), this.row, () => {
      if (this.kept) this.kept.stale = true;
    });
    this.connected = connected;
    // It was removed or changed in the meantime.
    if (this.closed) await this.close();
    return connected;
  }

  /** Nothing more is asked of it. What others have asked is still waited for: one bad answer is not theirs. */
  private async retire(connected: Connected | null): Promise<void> {
    if (connected === null) return;
    if (this.connected === connected) this.connected = null;
    if (connected.uses === 0) await closeClient(connected.client);
  }

  /** For good, whatever is still being asked. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.idle);
    const { connected } = this;
    this.connected = null;
    if (connected) await closeClient(connected.client);
  }
}

const CLOSE_MS = 3_000;

/** The server is told that we go, and is not waited for very long. */
async function closeClient(client: MCPClient): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  await Promise.race([client.close().catch(() => {}), enough]);
  clearTimeout(timer);
}

/** Its list, page by page, as far as anything of it can be used. */
async function listAll(client: MCPClient, signal: AbortSignal) {
  const all = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && all.length <= MOST_TOOLS; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.listTools({ params, options: { signal } });
    for (const tool of tools) all.push(tool);
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return all;
}
