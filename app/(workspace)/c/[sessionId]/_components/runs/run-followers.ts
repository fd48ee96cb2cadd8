import { problemOf } from "@/app/_components/api-client";
import { backOffMs, waitForReturn } from "./back-off";
import { type RunFacts, RunRecord } from "./run-record";
import { readRunEvents } from "./sse";

/** Ended runs that are kept: their draft bridges the time until the stored message is read. */
const KEPT = 8;

type EndListener = (record: RunRecord) => void;

/**
 * The runs this tab follows, each by one connection at most, whoever asks and however often. They outlive the page that
 * started them: another conversation can be opened while an answer comes.
 */
class RunFollowers {
  readonly #records = new Map<string, RunRecord>();
  readonly #endListeners = new Set<EndListener>();

  get(runId: string): RunRecord | undefined {
    return this.#records.get(runId);
  }

  onEnd(listener: EndListener): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** Follows a run by its id; does nothing when it is being followed or has been to its end. */
  follow(runId: string): RunRecord {
    const known = this.#records.get(runId);
    if (known) return known;
    const record = this.#add(runId);
    void this.#pursue(record, null, new AbortController());
    return record;
  }

  /**
   * Takes over the stream that a send answered with. Resolves at its first event, which says what run it is; the rest
   * is followed in the background. Rejects when the stream breaks before that.
   */
  async adopt(response: Response, abort: AbortController): Promise<{ facts: RunFacts; record: RunRecord }> {
    return new Promise((resolve, reject) => {
      const fresh = new RunRecord();
      let record: RunRecord | null = null;
      readRunEvents(
        response,
        (event) => {
          if (record && record !== fresh) return;
          fresh.take(event);
          const { facts } = fresh;
          if (record || !facts) return;
          // The same message sent again answers with the run that is followed already.
          record = this.#records.get(facts.runId) ?? this.#add(facts.runId, fresh);
          resolve({ facts, record });
          if (record !== fresh) abort.abort();
        },
        abort,
      ).then(
        () => this.#afterFirst(record, fresh, reject, null),
        (error: unknown) => this.#afterFirst(record, fresh, reject, error),
      );
    });
  }

  #afterFirst(record: RunRecord | null, fresh: RunRecord, reject: (error: unknown) => void, error: unknown): void {
    if (!record) reject(error ?? new Error("The answer broke off before its first event."));
    else if (record === fresh) void this.#pursue(record, error, new AbortController());
  }

  #add(runId: string, record = new RunRecord()): RunRecord {
    record.runId = runId;
    this.#records.set(runId, record);
    const ended = [...this.#records].filter(([, other]) => other.ended && !other.watched);
    for (const [id] of ended.slice(0, Math.max(0, this.#records.size - KEPT))) this.#records.delete(id);
    return record;
  }

  /** Connects, and again after every break, until the run has ended or is not there any more. */
  async #pursue(record: RunRecord, broken: unknown, abort: AbortController): Promise<void> {
    let failures = broken ? 1 : 0;
    while (!record.ended) {
      if (failures > 0) {
        record.connected("reconnecting");
        await waitForReturn(backOffMs(failures - 1), abort.signal);
      }
      failures++;
      const connection = new AbortController();
      try {
        const response = await fetch(`/api/v1/chat/runs/${record.runId}/stream?after=${record.position}`, {
          headers: { accept: "text/event-stream" },
          signal: connection.signal,
        });
        if (response.status === 404 || response.status === 401 || response.status === 403) {
          record.lost();
          break;
        }
        if (!response.ok) throw await problemOf(response);
        record.connected("live");
        await readRunEvents(
          response,
          (event) => {
            failures = 1;
            record.take(event);
          },
          connection,
        );
      } catch {
        // Whatever broke the connection, the next attempt asks for the rest; the person sees "reconnecting" meanwhile.
        connection.abort();
      }
    }
    for (const listener of this.#endListeners) listener(record);
  }
}

export const runFollowers = new RunFollowers();
