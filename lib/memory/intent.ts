import { sentencesIn } from "@/lib/sentences";
import { chineseCommand } from "./intent/chinese";
import type { Command } from "./intent/command";
import { englishCommand } from "./intent/english";
import { spoken, withoutQuotes } from "./intent/spoken";

/** What a person asks to be remembered or forgotten: a sentence without the command. */
export type MemoryIntent = { kind: "remember" | "forget"; what: string };

/** So many sentences of the beginning and of the end are looked at: between them stands what was pasted. */
const NEAR = 3;
/** And so much of each end. */
const NEAR_CHARACTERS = 2_000;
const LONGEST_WHAT = 1_000;
/** "Actually no, don't remember that." */
const TAKEN_BACK =
  /^\s*(?:(?:actually|oh|no|wait|ok|well|hm+)[\s,.…]*){0,3}(?:never ?mind|scratch that|forget (?:it|that)\b[\s.!]*$|(?:please )?(?:don['’]?t|do not|no need to) (?:remember|note|save|store|keep|write)\b)|^\s*(?:[哦噢嗯等]{1,2}[，,\s]*)?(?:算了|不用记|别记|不要记|不用了)/iu;

/** A sentence as it was said, and with its quotations hidden. */
type Sentence = { said: string; plain: string };

/**
 * What the person asks of the memory in a message of their own, in order. Only where they say it themselves, as a
 * command: no question, no negation, no report of what someone said, nothing quoted or in code.
 */
export function memoryIntents(text: string): MemoryIntent[] {
  const sentences = nearSentences(text);
  const found: MemoryIntent[] = [];
  for (const [i, sentence] of sentences.entries()) {
    const command = commandIn(sentence);
    if (!command) continue;
    const what = cleaned(
      command.points ? pointedAt(command, sentences, i) : sentence.said.slice(command.from, command.to),
    );
    if (what === "") continue;
    if (sentences.slice(i + 1).some(({ plain }) => TAKEN_BACK.test(plain))) break;
    found.push({ kind: command.kind, what });
  }
  return found;
}

/** The first of them, which decides whether something is kept or asked about. */
export const memoryIntent = (text: string): MemoryIntent | null => memoryIntents(text)[0] ?? null;

const commandIn = ({ plain }: Sentence): Command | null => englishCommand(plain) ?? chineseCommand(plain);

/** "Remember this:" means what follows, "Remember that." what came before it, unless that is a question or a command. */
function pointedAt(command: Command, sentences: readonly Sentence[], at: number): string {
  const [before, after] = [sentences[at - 1], sentences[at + 1]];
  const order = command.points === "after" ? [after] : [before, after];
  const meant = order.find((one) => one && !/[?？]["”’」]*$/u.test(one.said) && !commandIn(one));
  return meant?.said ?? "";
}

function nearSentences(text: string): Sentence[] {
  if (text.length <= NEAR_CHARACTERS * 2) {
    const all = sentencesOf(text);
    return all.length <= NEAR * 2 ? all : [...all.slice(0, NEAR), ...all.slice(-NEAR)];
  }
  // The first of the end may have lost its beginning.
  const tail = sentencesOf(text.slice(-NEAR_CHARACTERS)).slice(1);
  return [...sentencesOf(text.slice(0, NEAR_CHARACTERS)).slice(0, NEAR), ...tail.slice(-NEAR)];
}

function sentencesOf(text: string): Sentence[] {
  const said = spoken(text);
  const hidden = withoutQuotes(said);
  let at = 0;
  return sentencesIn(hidden).map((plain) => {
    const from = hidden.indexOf(plain, at);
    at = from + plain.length;
    return { said: said.slice(from, at), plain };
  });
}

function cleaned(what: string): string {
  const bare = what
    .replace(/^[\s,，、:：;；\-–—]+/u, "")
    .replace(/(?:,? (?:please|pls|thanks|thank you|ok|okay))(?=[\s.!?]*$)/iu, "")
    .replace(/[，,]?\s*(?:谢谢|好吗|好不好|可以吗)(?=[\s。！!？?]*$)/u, "")
    .replace(/[\s,，、:：;；?？]+$/u, "");
  if (!/[\p{L}\p{N}]/u.test(bare)) return "";
  const upper = bare.replace(/^\p{Ll}(?=[\p{Ll}\s'’])/u, (letter) => letter.toUpperCase());
  return upper.length > LONGEST_WHAT ? `${upper.slice(0, LONGEST_WHAT).toWellFormed()}…` : upper;
}
