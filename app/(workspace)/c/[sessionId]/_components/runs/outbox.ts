import { v7 as uuidv7 } from "uuid";
import { ApiProblem } from "@/app/_components/api-client";
import type { Attachment } from "../attachments/attachment";
import { forgetOutgoing, keepOutgoing, restoreOutgoing } from "./outbox-storage";
import { runFollowers } from "./run-followers";
import type { RunFacts } from "./run-record";
import { sendMessage } from "./send-message";

/** A message on its way: it waits for the running answer, is being sent, is stored, or could not be sent. */
export type Outgoing = {
  id: string;
  text: string;
  files: readonly Attachment[];
  /** An edited message: this one and all later ones make room for it. */
  replaces: { id: string; seq: number } | null;
  model: string | null;
  /** The work agent that the conversation it begins is held with. */
  agent: string | null;
  at: number;
} & ({ state: "queued" | "sending" } | { state: "sent"; facts: RunFacts } | { state: "failed"; error: unknown });

export type Box = {
  items: readonly Outgoing[];
  /** The run that is answering in the conversation, as far as anybody here knows. */
  activeRun: string | null;
};
type Listener = () => void;
/** What a conversation's screen does when one of its messages is stored. */
type SentListener = (item: Outgoing, facts: RunFacts) => void;

/** Where a message waits that begins a conversation. */
export const NEW_CONVERSATION = "new";

export const EMPTY_BOX: Box = { items: [], activeRun: null };

/**
 * The messages of this tab that are not in their conversation yet, for all conversations, so that one that waits for a
 * running answer goes out also when another conversation is open. Kept in the browser until the server has them.
 */
class Outbox {
  readonly #boxes = new Map<string, Box>();
  readonly #restored = new Set<string>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #sentListeners = new Map<string, Set<SentListener>>();

  constructor() {
    runFollowers.onEnd(({ runId }) => {
      for (const [sessionId, box] of this.#boxes) if (box.activeRun === runId) this.activeRun(sessionId, null);
    });
  }

  box(sessionId: string): Box {
    return this.#boxes.get(sessionId) ?? EMPTY_BOX;
  }

  subscribe(sessionId: string, listener: Listener): () => void {
    return listen(this.#listeners, sessionId, listener);
  }

  onSent(sessionId: string, listener: SentListener): () => void {
    return listen(this.#sentListeners, sessionId, listener);
  }

  /**
   * Brings back what an earlier page of this browser could not send. Ids in `known` have arrived. Answers those
   * that are too old to go out unasked.
   */
  restore(sessionId: string, known: (id: string) => boolean): Pick<Outgoing, "text" | "files">[] {
    if (this.#restored.has(sessionId)) return [];
    this.#restored.add(sessionId);
    const { waiting, old } = restoreOutgoing(sessionId, Date.now());
    const { items } = this.box(sessionId);
    const here = new Set(items.map((item) => item.id));
    this.#setItems(sessionId, [...waiting.filter((item) => !known(item.id) && !here.has(item.id)), ...items]);
    return old.filter((item) => !known(item.id));
  }

  /** Which run is answering now. When there is none, the next message may go. */
  activeRun(sessionId: string, runId: string | null): void {
    this.#set(sessionId, { ...this.box(sessionId), activeRun: runId });
    if (runId === null) this.#pump(sessionId);
  }

  submit(
    sessionId: string,
    text: string,
    given: Partial<Pick<Outgoing, "files" | "replaces" | "model" | "agent">> = {},
  ): void {
    const item: Outgoing = {
      id: uuidv7(),
      text,
      files: given.files ?? [],
      replaces: given.replaces ?? null,
      model: given.model ?? null,
      agent: given.agent ?? null,
      at: Date.now(),
      state: "queued",
    };
    this.#setItems(sessionId, [...this.box(sessionId).items, item]);
    // An edit does not wait for the answer it replaces: the server stops that one.
    if (item.replaces) void this.#send(sessionId, item);
    else this.#pump(sessionId);
  }

  /** Sends a failed message again, with the id it has. */
  retry(sessionId: string, id: string): void {
    this.#change(sessionId, id, (item) => ({ ...item, state: "queued" }));
    this.#pump(sessionId);
  }

  /** Takes a message out again, for good or to be edited; null when it has gone out meanwhile. */
  take(sessionId: string, id: string): Outgoing | null {
    const item = this.box(sessionId).items.find((other) => other.id === id);
    if (!item || item.state === "sending" || item.state === "sent") return null;
    this.#remove(sessionId, id);
    return item;
  }

  /** The conversation's own window has the message now. */
  arrived(sessionId: string, id: string): void {
    this.#remove(sessionId, id);
  }

  #pump(sessionId: string): void {
    const box = this.box(sessionId);
    if (box.activeRun !== null || box.items.some((item) => item.state === "sending")) return;
    const next = box.items.find((item) => item.state === "queued");
    if (next) void this.#send(sessionId, next);
  }

  async #send(sessionId: string, { id, text, files, replaces, model, agent }: Outgoing): Promise<void> {
    this.#change(sessionId, id, (item) => ({ ...item, state: "sending" }));
    try {
      const facts = await sendMessage({
        sessionId: sessionId === NEW_CONVERSATION ? undefined : sessionId,
        messageId: id,
        text,
        fileIds: files.map((file) => file.id),
        replaceFrom: replaces?.id,
        model: model ?? undefined,
        agentId: agent ?? undefined,
      });
      const ended = runFollowers.get(facts.runId)?.ended ?? true;
      this.#set(sessionId, { ...this.box(sessionId), activeRun: ended ? null : facts.runId });
      this.#change(sessionId, id, (item) => ({ ...item, state: "sent", facts }));
      const item = this.box(sessionId).items.find((other) => other.id === id);
      for (const listener of this.#sentListeners.get(sessionId) ?? []) if (item) listener(item, facts);
      if (ended) this.#pump(sessionId);
    } catch (error) {
      const running = runInTheWay(error);
      if (running) {
        // Somebody was quicker, here or on another device: it goes out after that answer.
        this.#change(sessionId, id, (item) => ({ ...item, state: "queued" }));
        const record = runFollowers.follow(running);
        if (record.ended) setTimeout(() => this.activeRun(sessionId, null), 500);
        else this.activeRun(sessionId, running);
      } else {
        this.#change(sessionId, id, (item) => ({ ...item, state: "failed", error }));
      }
    }
  }

  #change(sessionId: string, id: string, change: (item: Outgoing) => Outgoing): void {
    const { items } = this.box(sessionId);
    this.#setItems(
      sessionId,
      items.map((item) => (item.id === id ? change(item) : item)),
    );
  }

  #remove(sessionId: string, id: string): void {
    const { items } = this.box(sessionId);
    const rest = items.filter((item) => item.id !== id);
    if (rest.length < items.length) this.#setItems(sessionId, rest);
  }

  #setItems(sessionId: string, items: readonly Outgoing[]): void {
    this.#set(sessionId, { ...this.box(sessionId), items });
    const unsent = items.filter((item) => item.state !== "sent");
    if (unsent.length > 0) keepOutgoing(sessionId, unsent);
    else forgetOutgoing(sessionId);
  }

  #set(sessionId: string, box: Box): void {
    const { items, activeRun } = this.box(sessionId);
    if (box.items === items && box.activeRun === activeRun) return;
    this.#boxes.set(sessionId, box);
    for (const listener of this.#listeners.get(sessionId) ?? []) listener();
  }
}

function listen<T>(listeners: Map<string, Set<T>>, key: string, listener: T): () => void {
  const mine = listeners.get(key) ?? new Set();
  listeners.set(key, mine.add(listener));
  return () => mine.delete(listener);
}

function runInTheWay(error: unknown): string | null {
  if (!(error instanceof ApiProblem) || error.code !== "run_active") return null;
  const { run_id } = error.problem;
  return typeof run_id === "string" ? run_id : null;
}

export const outbox = new Outbox();
