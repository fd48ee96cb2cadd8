import { termNumbers } from "@/lib/search/rough-terms";
import { ELIDED, MINE, PATTERNS, STYLE } from "./english-patterns";
import { isRefused, LEADING } from "./english-refusals";
import type { Found } from "./found";

const VAGUE =
  /\b(?:it|this|that|them|those|these|things?|stuff|something|everything|one|there|so much|amazing|awesome|special|inspir\w+|incredible|important|support\w*|journey|joy\w*|positive|grateful|thankful|blessed|means?|feel(?:ing|s)?|felt|motivat\w+|goals?|dreams?|passions?|hard work|obstacles?|tough|hope|better|focus|happy|happiness|changes?|life|moments?|memor(?:y|ies)|great time|blast|pumped|remind\w*|strength|keep|pushing|determined|energy|experience|love)\b/gi;
const TIME =
  /\b(?:\d{4}|\d{1,2}(?:st|nd|rd|th)?|yesterday|today|tonight|tomorrow|last|next|this (?:week|weekend|month|year|morning)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber|(?:two|three|four|five|six|seven|eight|nine|ten) (?:days?|weeks?|months?|years?)|ago|since)\b/gi;
const NAME = /(?<=[\p{Ll}\p{N},;:"'“(’] ?["“']?)\b\p{Lu}[\p{L}’'-]+|"[^"]{2,60}"|“[^”]{2,60}”/gu;

export const withoutLead = (sentence: string): string => sentence.replace(LEADING, "");

/** What an English sentence of a person tells of them, or null. */
export function englishFact(sentence: string): Found | null {
  const plain = withoutLead(sentence);
  if (STYLE.test(plain) && !/\?\s*$/.test(plain)) return { kind: "preference", tags: ["style"], score: 3.8 };
  if (isRefused(plain)) return null;
  const rule = PATTERNS.find(({ pattern }) => pattern.test(plain));
  const weak = !rule && (ELIDED.test(plain) || MINE.test(plain));
  if (!rule && !weak) return null;
  const terms = termNumbers(plain).length;
  const names = plain.replace(/\bI\b/g, "i").match(NAME)?.length ?? 0;
  const times = plain.match(TIME)?.length ?? 0;
  const vague = plain.match(VAGUE)?.length ?? 0;
  // Of "my" alone a fact is made by a name or a date.
  if (weak && names + times === 0) return null;
  if (terms < (rule?.terse ? 1 : 2) || (terms < 3 && !rule?.terse && names + times === 0)) return null;
  const solid =
    Math.min(names, 3) * 0.5 + Math.min(times, 2) * 0.5 + Math.min(terms, 12) * 0.08 - Math.min(vague, 5) * 0.35;
  const score = (rule?.score ?? 0.8) + solid;
  return { kind: rule?.kind ?? "fact", tags: [rule?.tag ?? "background"], score };
}
