import { ApiProblem, api } from "@/app/_components/api-client";
import type { HistoryPage } from "@/lib/http/contract/messages";
import type { Session } from "@/lib/http/contract/sessions";
import { fetchLatest } from "./window/window-options";
import { messagesOf, type WindowData } from "./window/window-page";

const EVERY_MS = 4_000;

export type SyncTarget = {
  sessionId: string;
  /** The window as it is now, and whether it holds the live edge. */
  window(): { data: WindowData | undefined; live: boolean };
  onSession(session: Session): void;
  onLatest(page: HistoryPage): void;
  /** Messages with a higher seq than this are gone. */
  onCut(lastSeq: number): void;
  onGone(): void;
};

/** A roll changes how full the context is, and is no activity of the person's. */
const stampOf = ({ updated_at, summary_version }: Session) => `${updated_at} ${summary_version}`;

/**
 * Keeps an open conversation in step with what other tabs and devices do to it: asks for its few facts every four
 * seconds while it is looked at, and for the latest page only when they say that something is different.
 */
export class LiveSync {
  readonly #target: SyncTarget;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort = new AbortController();
  /** Counts what was changed here: an answer to a question asked before that is old. */
  #epoch = 0;
  /** What the window was last brought up to. */
  #seen: string | null;
  #checking: Promise<void> | null = null;

  /** `shown`: the session as the window shows it already; null: the window may be old. */
  constructor(target: SyncTarget, shown: Session | null) {
    this.#target = target;
    this.#seen = shown && stampOf(shown);
  }

  start(): void {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const now = () => document.visibilityState === "visible" && void this.check();
    document.addEventListener("visibilitychange", now, { signal });
    window.addEventListener("focus", now, { signal });
    window.addEventListener("online", now, { signal });
    this.#schedule();
  }

  stop(): void {
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  /** Something was changed here that the server knows, or will. */
  changedHere(): void {
    this.#epoch++;
  }

  /** Looks now, whatever is known: after an answer has ended, or when the window is in doubt. */
  async renew(): Promise<void> {
    this.#seen = null;
    this.#epoch++;
    await this.check();
  }

  check(): Promise<void> {
    this.#checking ??= this.#look()
      .catch((error: unknown) => {
        if (error instanceof ApiProblem && error.status === 404) this.#target.onGone();
        // Anything else is a passing fault: the next look is four seconds away.
      })
      .finally(() => {
        this.#checking = null;
        this.#schedule();
      });
    return this.#checking;
  }

  async #look(): Promise<void> {
    const { sessionId } = this.#target;
    const { signal } = this.#abort;
    for (;;) {
      if (signal.aborted) return;
      const epoch = this.#epoch;
      const session = await api.get<Session>(`/chat/sessions/${sessionId}`, {}, { signal });
      if (epoch !== this.#epoch) continue;
      if (await this.#bringUp(session, epoch)) return;
    }
  }

  /** False when something changed here meanwhile, so that what came is old. */
  async #bringUp(session: Session, epoch: number): Promise<boolean> {
    const { data, live } = this.#target.window();
    const newest = messagesOf(data).at(-1)?.seq ?? 0;
    const different = stampOf(session) !== this.#seen || newest !== session.last_seq;
    if (data && live && different) {
      const page = await fetchLatest(session.id, this.#abort.signal);
      if (epoch !== this.#epoch) return false;
      this.#target.onLatest(page);
    } else if (data && !live && session.last_seq < newest) {
      this.#target.onCut(session.last_seq);
    }
    this.#seen = stampOf(session);
    this.#target.onSession(session);
    return true;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#abort.signal.aborted) return;
    this.#timer = setTimeout(() => {
      if (document.visibilityState === "visible") void this.check();
      else this.#schedule();
    }, EVERY_MS);
  }
}
