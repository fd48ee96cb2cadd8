import { type Command, commandOf } from "./command";

const WORD_FIRST = String.raw`please|pls|plz|kindly|ok(?:ay)?|hey|hi|hello|so|and|also|but|oh|well|btw|by the way|one (?:more|last|other) thing|just|now|then|alright|great|perfect|thanks|thank you|yes|yeah|yep|always|important|ps|p\.s\.|fyi|for (?:future reference|the future|next time|later)|from now on|in future|going forward|(?:just )?a (?:quick )?(?:note|reminder)|you (?:should|must|need to|have to|can|may)|(?:can|could|would) you|i(?:['’]d| would) (?:like|love) you to|i (?:want|need) you to|help me(?: to)?|make sure (?:to|you|that you)|be sure to|do|try to|first(?:ly)?|finally|lastly`;
const START = String.raw`^\s{0,4}(?:[-*•]\s+|\d{1,2}[.)]\s+)?(?:(?:${WORD_FIRST})[\s,:;.!…–—-]{1,4}){0,4}`;
const REST = String.raw`(?<what>[\s\S]*)$`;
const pattern = (command: string) => new RegExp(`${START}(?:${command})${REST}`, "di");

const DONT = "(?:don['’]?t|do not|never)(?: you)?(?: ever)?";
const REMEMBER = [
  pattern(String.raw`remember\b`),
  pattern(String.raw`${DONT} forget\b(?: about\b)?`),
  pattern(String.raw`(?:keep|bear) in mind\b`),
  pattern(String.raw`(?:keep|bear) (?:this|that|it) in mind\b`),
  pattern(String.raw`(?:make|take|keep) (?:a )?(?:mental )?note\b(?: of\b)?`),
  pattern(String.raw`note (?:to self|(?:this |that |it )?down)\b`),
  pattern(String.raw`(?:write|jot) (?:this |that |it )?down\b`),
  pattern(
    String.raw`(?:memori[sz]e|(?:save|add|commit|store|put|write)(?: (?:this|that|it|the following))? (?:to|in|into) (?:your |the |long[- ]term )*memory)\b`,
  ),
];
const FORGET = [
  pattern(
    String.raw`stop remembering\b|no longer remember\b|(?:delete|erase|wipe|clear) your memor(?:y|ies) (?:of|about)\b`,
  ),
  pattern(String.raw`(?:delete|remove|erase|wipe|clear) (?:from|out of) (?:your |the )?memory\b`),
  pattern(String.raw`forget\b(?: (?:all )?about\b)?`),
];
const FROM_MEMORY = new RegExp(
  `${START}(?:delete|remove|erase|wipe|clear|drop)\\s+(?<what>[\\s\\S]{1,300}?)\\s+(?:from|out of|in) (?:your |the |long[- ]term )*memory\\b`,
  "di",
);
/** "I'm vegan, please remember that." */
const AT_THE_END = new RegExp(
  String.raw`^(?<what>[\s\S]{3,600}?)\s{0,2}[,;–—-]\s{0,2}(?:so |and |but )?(?:please |pls |just )*(?:remember (?:that|this|it)|${DONT} forget(?: that| this| it)?|keep (?:that|this|it) in mind|(?:make a note of|note) (?:that|this|it)(?: down)?)(?:,? please)?[\s.!]*$`,
  "di",
);

/** "this", "that.", "it:" and nothing more. */
const POINTING =
  /^\s*(?:(?:this|that|it|these|those|the following)(?: (?:one|fact|for me|too|down))?)?(?:,? please| for (?:me|later|next time))?[\s.!,:;…–—-]*$/i;
/** What is no memory to keep: a look back, a person to think of, the title of something. */
const LOOKING_BACK =
  /^[\s,]*(?:when|how|who|whom|whose|which|what|where|why|if|whether|back|last|once|those (?:days|times)|the (?:time|day|days|night|good old)|me|us|him|her|them|you|nothing|everyone|remember)\b(?!.*:)|^\s*the\s+(?-i:[A-Z])[\w'’-]*\s*(?:$|[.!]|(?:is|was) an?\b)|^\s*that (?:one )?(?:time|day|night|trip|summer|party|guy|girl|man|woman|place|restaurant|movie|film|song|scene|moment|feeling|week|year)\b(?: \w+)?\s*(?:$|[.!?]|(?:we|i|you|he|she|they|when|where|who|with|from|at|in)\b)/i;
/** "Forget it!" is no wish to have something deleted; neither is "Forget the budget, let's go". */
const DISMISSED =
  /^\s*(?:(?:about )?(?:it|this|that|me|us|them|him|her)\b[\s.!,]*(?:$|,|and\b|then\b|for now|let['’]?s|i['’]ll|never)|to\b|how\b|why\b|when\b|where\b|who\b|whether\b|if\b|you\b|not\b|once\b)|,\s*(?:let['’]?s|just|we|you|i['’]ll|how about|what)\b|^\s*[.!]|^\s*i (?:said|asked|mentioned)\b|^\s*the (?:last|previous) (?:message|question|one|part|point)s?\b|\b(?:previous|prior|above|earlier|your|all|these|those|system) (?:instruction|prompt|message|rule|conversation|context|guideline)s?\b/i;
const SAID =
  /^\s*(?:that\b|:|(?:everything|anything|all(?: of)?|what|whatever|the (?:things?|stuff|facts?))(?: that)? (?:i|we)(?:['’]ve| have| had)? (?:just |ever )?(?:said|told you|mentioned|wrote|shared)(?: to you)?(?: (?:earlier|before|yesterday|just now))?(?: (?:about|on|regarding))?\b)/i;
const LEADING =
  /^\s*(?:[,:;–—-]\s*)?(?:(?:the )?fact that\b|that\b(?! (?:is|was)\b)|this(?: one| fact)?(?: for (?:me|later|next time|the future))?\s*[:,–—-]|the following\s*[:,–—-]|to\b|about\b|for me\b)?[\s,:;–—-]*/i;
const TAG = /[,\s]+(?:ok(?:ay)?|alright|please|right|yeah|got it|will you|would you|thanks?|thank you)\s*[?？.!]*\s*$/i;

const ASKED = /^\s*(?:please[\s,]+)?(?:can|could|would) you\b/i;

/** The command in an English sentence in which quotations are hidden. */
export function englishCommand(sentence: string): Command | null {
  const plain = sentence.replace(TAG, (tag) => " ".repeat(tag.length));
  const question = /[?？]\s*$/u.test(plain);
  if (question && !ASKED.test(plain)) return null;
  return remembered(plain, /[?？]\s*$/u.test(sentence)) ?? forgotten(plain);
}

function remembered(sentence: string, asks: boolean): Command | null {
  for (const each of REMEMBER) {
    const match = each.exec(sentence);
    if (!match) continue;
    const what = match.groups?.["what"] ?? "";
    if (LOOKING_BACK.test(what)) return null;
    // "Could you remember it?" asks; "could you remember that I'm vegan?" does not.
    if (ASKED.test(sentence) && asks && !/^\s*(?:that\b|:|this\s*:|to\b|my .* is\b)/i.test(what)) return null;
    return lead(commandOf("remember", match, POINTING), sentence, LEADING);
  }
  const end = AT_THE_END.exec(sentence);
  if (
    !end ||
    /^\s*(?:if|when|i (?:don['’]?t|can['’]?t|do not|cannot)|you (?:don|do not))\b.*(?:remember|forget)/i.test(sentence)
  )
    return null;
  return { ...commandOf("remember", end, /^$/), points: null };
}

function forgotten(sentence: string): Command | null {
  const from = FROM_MEMORY.exec(sentence);
  if (from) return lead(commandOf("forget", from, POINTING), sentence, SAID);
  for (const each of FORGET) {
    const match = each.exec(sentence);
    if (!match) continue;
    const what = match.groups?.["what"] ?? "";
    if (DISMISSED.test(what) || POINTING.test(what)) return null;
    return lead(commandOf("forget", match, POINTING), sentence, SAID);
  }
  return null;
}

/** Without the words that join the command to what it is about. */
function lead(command: Command, sentence: string, words: RegExp): Command {
  const skipped = words.exec(sentence.slice(command.from, command.to))?.[0].length ?? 0;
  return { ...command, from: command.from + skipped };
}
