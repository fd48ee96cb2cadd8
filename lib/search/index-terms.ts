import { namesOfMoment } from "./dates";
import { fold } from "./fold";
import { hashTerm, type Salt } from "./hash";
import { tokensOf } from "./tokens";

export type Indexed = {
  text: string;
  /** The speaker as shown. */
  name?: string | null | undefined;
  createdAt?: Date | undefined;
};

/** Terms of one row; what is longer than any message people write is cut. */
const MOST_TERMS = 20_000;

/** The words of a speaker's name, as a question would name them. */
export function speakerTerms(name: string): string[] {
  return tokensOf(fold(name)).map(({ term }) => `by:${term}`);
}

/** What a text is found by, as `terms` keeps it. */
export function termsOf(salt: Salt, { text, name, createdAt }: Indexed): number[] {
  const terms = new Set<string>();
  for (const { term } of tokensOf(fold(text))) terms.add(term);
  if (name) for (const term of speakerTerms(name)) terms.add(term);
  if (createdAt) for (const day of namesOfMoment(createdAt)) terms.add(`at:${day}`);
  const hashed = new Set<number>();
  for (const term of terms) {
    if (hashed.size >= MOST_TERMS) break;
    hashed.add(hashTerm(salt, term));
  }
  return [...hashed];
}
