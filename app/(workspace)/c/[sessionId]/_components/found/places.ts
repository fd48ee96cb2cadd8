import { parseQuery } from "@/lib/search/query";
import { marksIn } from "@/lib/search/snippet";

/** Where in a text the words of a search stand, joined where they touch: the same words that its snippets mark. */
export function placesIn(text: string, q: string): { start: number; end: number }[] {
  // Filters by time, which the zone is for, are no words.
  const { terms, phrases } = parseQuery(q, "UTC");
  const places: { start: number; end: number }[] = [];
  for (const { start, end } of marksIn(text, { weights: new Map(terms.map((term) => [term, 1])), phrases })) {
    const last = places.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  return places;
}
