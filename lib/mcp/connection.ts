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
  private calls = 0;
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
    if (now) await this.disconnect();
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
      const listing = await this.used(async (client) => {
        const listed = await exchange({ timeoutMs: LIST_MS }, (signal) => listAll(client, signal));
        return toolsFrom(this.row.name, listed);
      });
      this.kept = { listing, at: Date.now(), stale: false };
      this.worked();
      return listing;
    } catch (error) {
      throw await this.broken(error);
    }
  }

  /** Calls a tool by the server's own name for it. Throws the signal's reason, else a McpFailure. */
  async call(
    name: string,
    input: Record<string, unknown>,
    { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  ): Promise<CallToolResult> {
    for (let attempt = 1; ; attempt++) {
      let status: number | undefined;
      const seen = (last: number) => {
        status = last;
      };
      try {
        const answer = await this.used((client) =>
          exchange({ signal, timeoutMs, seen }, (within) =>
            client.callTool({ name, arguments: input, options: { signal: within } }),
          ),
        );
        this.worked();
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureFrom(error);
        const forgotten = status !== undefined && NOT_DONE.has(status);
        // A refusal is an answer, and a call that takes too long says nothing of the others.
        if (!forgotten && (failure.fault === "refused" || failure.fault === "timeout")) throw failure;
        if (!forgotten || attempt === 2) throw await this.broken(failure);
        await this.disconnect();
      }
    }
  }

  /** The connection is not closed for being idle while `task` uses it. */
  private async used<T>(task: (client: MCPClient) => Promise<T>): Promise<T> {
    this.calls++;
    clearTimeout(this.idle);
    let connected: Connected | null = null;
    try {
      connected = await this.open();
      return await task(connected.client);
    } catch (error) {
      throw connected?.ended() ?? error;
    } finally {
      this.calls--;
      if (this.calls === 0) this.closeWhenIdle();
    }
  }

  private closeWhenIdle(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.disconnect(), IDLE_MS);
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
    if (this.closed) await this.disconnect();
    return connected;
  }

  private worked(): void {
    this.failed = null;
    this.failures = 0;
  }

  private async broken(error: unknown): Promise<McpFailure> {
    const failure = failureFrom(error);
    this.failed = { failure, at: new Date() };
    this.retryAt = Date.now() + Math.min(LONGEST_BACK_OFF_MS, BACK_OFF_MS * 2 ** this.failures);
    this.failures++;
    await this.disconnect();
    return failure;
  }

  private async disconnect(): Promise<void> {
    const { connected } = this;
    this.connected = null;
    clearTimeout(this.idle);
    if (connected) await closeClient(connected.client);
  }

  /** For good. */
  async close(): Promise<void> {
    this.closed = true;
    await this.disconnect();
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
