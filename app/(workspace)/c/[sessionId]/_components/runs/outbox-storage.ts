import { isAttachment } from "../attachments/attachment";
import type { Outgoing } from "./outbox";

/** An unsent message older than this is not sent by itself any more: the conversation may have gone elsewhere. */
const FRESH_MS = 10 * 60_000;

const key = (sessionId: string) => `cadau:outbox:${sessionId}`;

type Kept = Pick<Outgoing, "id" | "text" | "files" | "at" | "model" | "agent">;
const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  typeof value.id === "string" &&
  "text" in value &&
  typeof value.text === "string" &&
  "at" in value &&
  typeof value.at === "number";

/**
 * What an edit would cut off may be something else by the time it is restored, so only its text is kept, as one that is
 * too old to go out unasked.
 */
export function keepOutgoing(sessionId: string, items: readonly Outgoing[]): void {
  const kept = items.map(
    ({ id, text, files, at, model, agent, replaces }): Kept => ({
      id,
      text,
      files,
      at: replaces ? 0 : at,
      model,
      agent,
    }),
  );
  write(key(sessionId), JSON.stringify(kept));
}

export function forgetOutgoing(sessionId: string): void {
  write(key(sessionId), null);
}

export function restoreOutgoing(sessionId: string, now: number): { waiting: Outgoing[]; old: Kept[] } {
  const kept = parse(read(key(sessionId)))
    .filter(isKept)
    .map(withFiles);
  return {
    waiting: kept
      .filter((item) => now - item.at <= FRESH_MS)
      .map((item) => ({
        ...item,
        model: item.model ?? null,
        agent: item.agent ?? null,
        replaces: null,
        state: "queued",
      })),
    old: kept.filter((item) => now - item.at > FRESH_MS),
  };
}

/** One that an earlier version of the page has kept has none. */
const withFiles = (item: Kept): Kept => ({
  ...item,
  files: Array.isArray(item.files) ? item.files.filter(isAttachment) : [],
});

function parse(text: string | null): unknown[] {
  if (text === null) return [];
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value : [];
}

/** The browser may forbid storage (private windows, full disk): then a message only lives as long as its tab. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // See read.
  }
}
