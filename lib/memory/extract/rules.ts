import { spoken, withoutQuotes } from "@/lib/memory/intent/spoken";
import { holdsSecret } from "@/lib/memory/secrets";
import { sentencesIn } from "@/lib/sentences";
import type { Candidate, ToldMessage } from "./candidate";
import { withDates } from "./relative-dates";
import { chineseFact, withoutChineseLead } from "./rules/chinese";
import { englishFact, withoutLead } from "./rules/english";
import type { Found } from "./rules/found";
import { titleOf } from "./title";

/** Of a message so long that it holds what was pasted, the beginning and the end are the person's own. */
const LONG = 3_000;
const OWN = 600;
const MOST_SENTENCES = 60;
const SHORTEST = 4;
const LONGEST = 400;
/** What one message gives at most. */
const MOST_A_MESSAGE = 2;
/** Below it a sentence is small talk. */
const LEAST = 2.5;

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What a person does not say: marks in brackets, addresses, rows of a table, code. */
const ASIDE = /\[[^\]\n]{1,300}\]|https?:\/\/\S+/g;
const MACHINE = /[{}<>|\\=`$]|;\s*$|^\s*(?:#|\/\/|at |import |from |def |class |const |let |var |function )/;
const HIDDEN = /\uFFFC/;

/**
 * The built-in extractor: plain statements of people about themselves, in their own words. It understands nothing, so
 * it takes only what has the form of a fact; questions, wishes, commands, and what is quoted, pasted or code it leaves.
 */
export function extractByRules(
  messages: readonly ToldMessage[],
  { timeZone = "UTC" }: { timeZone?: string } = {},
): Candidate[] {
  return messages.filter(isPersons).flatMap((message) =>
    ownSentences(message.text)
      .flatMap((sentence) => candidateOf(sentence, message, timeZone))
      .map((candidate, order) => ({ candidate, order }))
      .sort((a, b) => b.candidate.score - a.candidate.score || a.order - b.order)
      .slice(0, MOST_A_MESSAGE)
      .sort((a, b) => a.order - b.order)
      .map(({ candidate }) => candidate),
  );
}

/** In imported talk whoever has a name is a person. */
export const isPersons = ({ role, name }: ToldMessage) => role === "user" || (role === "assistant" && name !== null);

function ownSentences(text: string): string[] {
  const parts = text.length > LONG ? [text.slice(0, OWN), text.slice(-OWN)] : [text];
  return parts.flatMap((part, i) => {
    const sentences = sentencesIn(withoutQuotes(spoken(part).replace(ASIDE, " ")));
    // What was cut in two is no sentence.
    return parts.length === 1
      ? sentences.slice(0, MOST_SENTENCES)
      : i === 0
        ? sentences.slice(0, -1)
        : sentences.slice(1);
  });
}

function candidateOf(sentence: string, { id, name, createdAt }: ToldMessage, timeZone: string): Candidate[] {
  if (sentence.length < SHORTEST || sentence.length > LONGEST || MACHINE.test(sentence) || HIDDEN.test(sentence))
    return [];
  const found = factIn(sentence);
  if (!found || found.score < LEAST || holdsSecret(sentence)) return [];
  const statement = (HAN.test(sentence) ? withoutChineseLead(sentence) : withoutLead(sentence))
    .replace(/\s+/g, " ")
    .trim();
  const said = withDates(
    statement.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    createdAt,
    timeZone,
  );
  const body = name ? `${name}${HAN.test(said) ? "：" : ": "}${said}` : said;
  return [{ title: titleOf(statement, name), body, messageIds: [id], ...found }];
}

function factIn(sentence: string): Found | null {
  if (KANA.test(sentence)) return null;
  return HAN.test(sentence) ? chineseFact(sentence) : englishFact(sentence);
}
