import type { Compared } from "@/lib/db/queries/memory-extract";
import { termsIn } from "@/lib/memory/fingerprint";
import type { ToldMessage } from "./candidate";
import { isPersons } from "./rules";

// What one request to a model is about. Pure.

/** What a message takes at most, with what is said of it. */
const MESSAGE_RUNES = 2_000;
const OVERHEAD_RUNES = 80;

/** Parts of a batch that each fit into a request, in order. */
export function batchesOf(messages: readonly ToldMessage[], room: number): ToldMessage[][] {
  const batches: ToldMessage[][] = [];
  let left = 0;
  for (const message of messages) {
    const runes = Math.min(message.text.length, MESSAGE_RUNES) + OVERHEAD_RUNES;
    const batch = batches.at(-1);
    if (batch && runes <= left) batch.push(message);
    else {
      batches.push([message]);
      left = room;
    }
    left -= runes;
  }
  return batches.filter((batch) => batch.some(isPersons));
}

/** The standing entries that have most to do with what people say in these messages. */
export function nearestEntries(
  messages: readonly ToldMessage[],
  entries: readonly Compared[],
  most: number,
): Compared[] {
  const said = new Set(messages.filter(isPersons).flatMap(({ text }) => termsIn(text)));
  return entries
    .filter(({ supersededBy }) => supersededBy === null)
    .map((entry) => {
      const terms = termsIn(`${entry.title}\n${entry.body}`);
      const shared = terms.filter((term) => said.has(term)).length;
      return { entry, near: shared / Math.sqrt(terms.length + 1) };
    })
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, most)
    .map(({ entry }) => entry);
}
