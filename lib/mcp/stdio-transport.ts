import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import {
  type JSONRPCMessage,
  type MCPTransport,
  type MCPTransportSendOptions,
  validateJSONRPCMessage,
} from "@ai-sdk/mcp";
import { processWide } from "@/lib/process-wide";
import { McpFailure } from "./failure";
import { MOST_BYTES } from "./guarded-fetch";

// The AI SDK's own transport keeps any amount of a line that does not end, passes on more of our environment than a
// server needs, and leaves alone a process that ignores SIGTERM, as well as what that process has started.

const TERM_MS = 500;
const KILL_MS = 2_000;
const STDERR_CHARACTERS = 2_000;

export type StdioCommand = { command: string; args: readonly string[]; env: Readonly<Record<string, string>> };

/** All that run, so that none outlives this process. */
const running = processWide("mcp-processes", () => {
  const all = new Set<number>();
  process.on("exit", () => {
    for (const pid of all) signalGroup(pid, "SIGKILL");
  });
  return all;
});

/** The process with all that it has started: it leads a group of its own. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}

/** A server as a process of this machine: a message a line, in and out. */
export class StdioTransport implements MCPTransport {
  readonly supportsProtocolVersionDiscovery = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why it ended; null while it runs. */
  failure: McpFailure | null = null;
  private child: ChildProcessWithoutNullStreams | null = null;
  private closing: Promise<void> | null = null;
  private stderr = "";
  private line: Buffer[] = [];
  private lineBytes = 0;
  /** What to do no more once the answer is there, by the request's id. */
  private readonly awaited = new Map<string | number, () => void>();

  private readonly given: StdioCommand;

  constructor(given: StdioCommand) {
    this.given = given;
  }

  async start(): Promise<void> {
    const { command, args, env } = this.given;
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(command, args, {
      env: { PATH, HOME, NODE_ENV: "production", ...env },
      cwd: tmpdir(),
      stdio: "pipe",
      shell: false,
      detached: true,
    });
    child.stdin.on("error", () => {}); // its end is told by `close`
    child.stdout.on("data", (chunk: Buffer) => this.take(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString("utf8")).slice(-STDERR_CHARACTERS);
    });
    // What it has started and left behind would hold its output open.
    child.on("exit", () => child.pid !== undefined && signalGroup(child.pid, "SIGKILL"));
    child.on("close", (code, signal) => this.ended(code, signal));
    try {
      await once(child, "spawn");
    } catch (error) {
      throw new McpFailure("not_started", error instanceof Error ? error.message : null, { cause: error });
    }
    child.on("error", (error) => this.onerror?.(error));
    this.child = child;
    if (child.pid !== undefined) running().add(child.pid);
  }

  async send(message: JSONRPCMessage, options?: MCPTransportSendOptions): Promise<void> {
    if (!this.child) throw this.failure ?? new McpFailure("cut_off");
    if ("method" in message && "id" in message) this.cancelOnAbort(message.id, options?.signal);
    this.write(message);
  }

  private write(message: JSONRPCMessage): void {
    this.child?.stdin.write(`${JSON.stringify(message)}\n`);
  }

  private cancelOnAbort(requestId: string | number, signal: AbortSignal | undefined): void {
    if (!signal) return;
    const cancel = () => {
      this.awaited.delete(requestId);
      this.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    };
    signal.addEventListener("abort", cancel, { once: true });
    this.awaited.set(requestId, () => signal.removeEventListener("abort", cancel));
  }

  private take(chunk: Buffer): void {
    if (this.failure) return; // it is on its way out
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.line, rest.subarray(0, end)]).toString("utf8");
      rest = rest.subarray(end + 1);
      this.line = [];
      this.lineBytes = 0;
      this.read(line);
    }
    if (rest.length === 0) return;
    this.line.push(rest);
    this.lineBytes += rest.length;
    if (this.lineBytes <= MOST_BYTES) return;
    this.line = [];
    this.failure ??= new McpFailure("too_large");
    void this.close();
  }

  private read(line: string): void {
    if (line.trim() === "") return;
    try {
      const message = validateJSONRPCMessage(JSON.parse(line));
      if (!("method" in message) && message.id !== undefined) {
        this.awaited.get(message.id)?.();
        this.awaited.delete(message.id);
      }
      this.onmessage?.(message);
    } catch (error) {
      // Programs print other things, too; and what answers nothing that was asked is nobody's.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.child?.pid !== undefined) running().delete(this.child.pid);
    this.child = null;
    const words = this.stderr.trim().split("\n").at(-1);
    this.failure ??= new McpFailure("crashed", words || (signal ?? `exit code ${code}`));
    for (const forget of this.awaited.values()) forget();
    this.awaited.clear();
    this.onclose?.();
  }

  /** Its input ends, and it may end by itself; then it is asked to, and then it is made to. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    const { child } = this;
    if (!child?.pid) return;
    const { pid } = child;
    const gone = once(child, "close");
    child.stdin.end();
    const timers = [
      setTimeout(() => signalGroup(pid, "SIGTERM"), TERM_MS),
      setTimeout(() => signalGroup(pid, "SIGKILL"), KILL_MS),
    ];
    await gone;
    for (const timer of timers) clearTimeout(timer);
  }
}
