import type { Db } from "@/lib/db/client";
import { countSearched, sampleTerms } from "@/lib/db/queries/search-sample";
import type { Owner } from "@/lib/db/queries/sessions";
import { processWide } from "@/lib/process-wide";

/** How many messages are looked at to tell which terms are common. */
const SAMPLE = 1_000;
/** Of fewer messages no term is too common to be looked up. */
const FEW_MESSAGES = 4_000;
/** Seen less often in a sample, a term's count says nothing. */
const LEAST_SEEN = 3;
const FRESH_MS = 10 * 60_000;
const MOST_KEPT = 300;

export type Frequencies = {
  /** How many messages there are, about. */
  all: number;
  /** How many of them have a term, about; 0 for one that is not common. */
  of(term: number): number;
};

type Kept = { at: number; found: Promise<Frequencies> };
const kept = processWide("search-frequencies", () => new Map<string, Kept>());

/** Which terms are common among a person's messages, or among those of one conversation of theirs. From a sample, kept for some minutes. */
export async function frequenciesOf(db: Db, owner: Owner, sessionId: string | undefined): Promise<Frequencies> {
  const store = kept();
  const key = [owner.workspaceId, owner.userId, sessionId ?? ""].join("/");
  const known = store.get(key);
  if (known && Date.now() - known.at < FRESH_MS) return await known.found;
  const found = look(db, owner, sessionId);
  found.catch(() => store.delete(key));
  store.delete(key);
  store.set(key, { at: Date.now(), found });
  const [oldest] = store.keys();
  if (store.size > MOST_KEPT && oldest !== undefined) store.delete(oldest);
  // Few messages may soon be many: only what a large number says lasts.
  const frequencies = await found;
  if (frequencies.all <= FEW_MESSAGES) store.delete(key);
  return frequencies;
}

async function look(db: Db, owner: Owner, sessionId: string | undefined): Promise<Frequencies> {
  const sessions = await countSearched(db, owner, sessionId);
  const all = sessions.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
  if (all <= FEW_MESSAGES) return { all, of: () => 0 };
  const { rows, counts } = await sampleTerms(db, picked(sessions, all), LEAST_SEEN);
  return { all, of: (term) => ((counts.get(term) ?? 0) / Math.max(1, rows)) * all };
}

/** Places all over the conversations, each message as likely as any other. */
function picked(sessions: readonly { id: string; lastSeq: number }[], all: number) {
  const numbers = Array.from({ length: SAMPLE }, () => Math.floor(Math.random() * all)).sort((a, b) => a - b);
  const places: { sessionId: string; seq: number }[] = [];
  let before = 0;
  let at = 0;
  for (const { id, lastSeq } of sessions) {
    for (; at < numbers.length && (numbers[at] ?? 0) < before + lastSeq; at++)
      places.push({ sessionId: id, seq: (numbers[at] ?? 0) - before + 1 });
    before += lastSeq;
  }
  return places;
}
