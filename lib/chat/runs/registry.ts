import { AsyncLocalStorage } from "node:async_hooks";
import type { UIMessageChunk } from "ai";
import { v7 as uuidv7 } from "uuid";
import type { RunRow } from "@/lib/db/schema/chat";
import { processWide } from "@/lib/process-wide";
import type { Bell } from "./bell";
import { ChunkLog } from "./chunk-log";

/** Why a run of this process ends before its answer does. `gone`: it was deleted, or another process has settled it. */
export type AbortReason = "stopped" | "shutdown" | "gone";

/** A run of this process, from its first moment until its answer is stored. */
export class ActiveRun {
  readonly row: RunRow;
  readonly log = new ChunkLog();
  readonly followers = new Set<Bell>();
  readonly startedAt = performance.now();
  /** Up to where the stream is in the database. */
  flushedTo = 0;
  /** What its message asks of the memory was not done when the answer began: it may be once that is stored. */
  wishOpen = false;
  /** `settling`: nothing more comes, and the answer is being stored. */
  phase: "running" | "settling" | "ended" = "running";
  /** Settled, or given up because it is gone. */
  readonly ended: Promise<void>;
  #markEnded: () => void = () => {};
  readonly #controller = new AbortController();

  constructor(row: RunRow) {
    this.row = row;
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get abortReason(): AbortReason | undefined {
    return this.#controller.signal.aborted ? this.#controller.signal.reason : undefined;
  }

  /** Ends the model's answer where it stands; closes the connection to the provider. The first reason counts. */
  abort(reason: AbortReason): void {
    if (!this.#controller.signal.aborted) this.#controller.abort(reason);
  }

  /** Adds to the stream and wakes the followers. */
  append(...chunks: UIMessageChunk[]): void {
    for (const chunk of chunks) this.log.append(chunk);
    for (const bell of this.followers) bell.ring();
  }

  /** The last there is to say. */
  end(...chunks: UIMessageChunk[]): void {
    this.phase = "ended";
    this.append(...chunks);
    this.#markEnded();
  }
}

/** All that the runs of a process share. */
export const runs = processWide("runs", () => ({
  /** Names this process in the database, anew at each start. */
  owner: uuidv7(),
  active: new Map<string, ActiveRun>(),
  draining: false,
  /** Runs a task outside of the request that asked for it: a run outlives its request and must not hold on to it. */
  detached: AsyncLocalStorage.snapshot(),
}));
