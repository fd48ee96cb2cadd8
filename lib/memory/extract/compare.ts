import { sayingOf, saysOpposite, similarity, termsIn } from "@/lib/memory/fingerprint";
import { attributeOf } from "./attribute";

/** A statement as statements are compared. */
export type Statement = {
  /** The same for those that say the same. */
  saying: string;
  terms: string[];
  numbers: string;
  attribute: ReturnType<typeof attributeOf>;
};

export function statementOf(text: string): Statement {
  const terms = termsIn(text);
  return {
    saying: sayingOf(text, terms),
    terms,
    numbers: (text.match(/\d+/g) ?? []).join(" "),
    attribute: attributeOf(text),
  };
}

/** What a new statement is to one that stands: the same, more of it, other than it, or nothing to it. */
export type Relation = "same" | "more" | "instead" | "other";

const SAME = 0.9;
const ALIKE = 0.75;

export function relationOf(fresh: Statement, standing: Statement): Relation {
  if (fresh.saying === standing.saying) return "same";
  // Of the same words, but one denies it.
  if (saysOpposite(fresh.terms, standing.terms, ALIKE)) return "instead";
  const theirs = new Set(standing.terms);
  const shared = fresh.terms.filter((term) => theirs.has(term)).length;
  if (shared >= 2 && shared === standing.terms.length) return "more";
  if (shared >= 2 && shared === fresh.terms.length) return "same";
  if (fresh.attribute && fresh.attribute.key === standing.attribute?.key) {
    return similarity(termsIn(fresh.attribute.value), termsIn(standing.attribute.value)) >= SAME ? "same" : "instead";
  }
  const alike = similarity(fresh.terms, standing.terms);
  if (alike < SAME) return "other";
  return fresh.numbers === standing.numbers ? "same" : "other";
}
