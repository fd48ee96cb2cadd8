import { termsIn } from "@/lib/memory/fingerprint";
import { spoken, withoutQuotes } from "@/lib/memory/intent/spoken";
import type { ToldMessage } from "./candidate";
import type { Operation } from "./operations";
import { isPersons } from "./rules";

/**
 * Whether people say it themselves in the messages that it is said to come from: what stands mostly in what they quote
 * or paste is no statement of theirs. Pure.
 */
export function isOwn(operation: Operation, messages: readonly ToldMessage[]): boolean {
  const sources = messages.filter(({ id }) => operation.message_ids.includes(id));
  if (sources.length === 0 || !sources.every(isPersons)) return false;
  if (operation.op === "nothing") return true;
  const own = new Set(sources.flatMap(({ text }) => termsIn(withoutQuotes(spoken(text)))));
  const all = new Set(sources.flatMap(({ text }) => termsIn(text)));
  const said = termsIn(`${operation.title}\n${operation.body}`);
  const ofOwn = said.filter((term) => own.has(term)).length;
  const ofOthers = said.filter((term) => all.has(term) && !own.has(term)).length;
  return ofOwn > 0 && ofOwn >= ofOthers;
}
