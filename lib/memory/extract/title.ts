import { cutGraphemes } from "@/lib/text";

const LONGEST = 64;

const IRREGULAR: Record<string, string> = {
  have: "has",
  do: "does",
  go: "goes",
  am: "is",
  are: "is",
  "don't": "doesn't",
  study: "studies",
  try: "tries",
  watch: "watches",
  teach: "teaches",
};
const UNCHANGED =
  /^(?:can|can['’]t|cannot|could|will|won['’]t|would|should|must|may|might|was|were|had|did|didn['’]t|used|never|always|usually|often|just|also|recently|finally|really|actually|still|now|even|both|all|once|already|currently|lately|absolutely|(?!need|feed|speed|exceed|succeed|proceed)\w+ed|\w+ly|went|got|took|made|saw|ran|met|won|lost|bought|gave|came|became|began|left|felt|found|grew|wrote|read|drew|flew|drove|broke|fell|ate|hit|put|set|cut|quit|hurt|taught|thought|told|said|spoke|sold|spent|built|kept|knew|lived|moved|sang|swam|brought|caught|chose|hung|hid|rode|sat|slept|stood|threw|understood|woke|wore|started)$/i;

/** The verb after "I", as it stands after "she". */
function thirdPerson(verb: string): string {
  const plain = verb.toLowerCase().replace("’", "'");
  if (IRREGULAR[plain]) return IRREGULAR[plain];
  if (UNCHANGED.test(verb)) return verb;
  return /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** "I'm allergic to nuts." → "Allergic to nuts"; of a speaker with a name: "Ann is allergic to nuts". */
function englishTitle(statement: string, name: string | null): string {
  const own = statement
    .replace(/^(?:i['’]m|i am)\s+/i, name ? "is " : "")
    .replace(
      /^(?:i['’]ve|i have)\s+(?=(?:\w+ly |just |already |also |always |never )*(?:been|\w+ed|\w+en|got|had|done|lived|known|gone|seen|made|read|met)\b)/i,
      "has ",
    )
    .replace(/^i['’]ve\s+/i, "has ")
    .replace(/^i['’]ll\s+/i, "will ")
    .replace(
      /^i((?:\s+(?:also|just|recently|finally|really|actually|still|now|even|always|usually|often|never))*)\s+([\p{L}'’]+)/iu,
      (_, adverbs: string, verb: string) => `${adverbs.trim()} ${thirdPerson(verb)}`.trim(),
    );
  const changed = own !== statement;
  const body = own
    .replace(/\b(?:I|we)['’](?:m|re)\b/gi, "they’re")
    .replace(/\b(?:I|we)['’]ve\b/gi, "they’ve")
    .replace(/\b(?:I|we) was\b/gi, "they were")
    .replace(/\b(?:I|we) am\b/gi, "they are")
    .replace(/\bI\b|\bwe\b/g, "they")
    .replace(/\bmy\b/gi, "their")
    .replace(/\bour\b/gi, "their")
    .replace(/\bmyself\b/gi, "themselves")
    .replace(/\b(?:me|us)\b/g, "them");
  if (!changed) {
    const plain = statement.replace(/^(?:my|our)\s+/i, name ? `${name}’s ` : "");
    return capital(plain === statement && name ? `${name}: ${plain}` : plain);
  }
  return name ? `${name} ${body}` : capital(body);
}

/** What an entry is called: short, of the person and not by them, in the language of what was said. */
export function titleOf(statement: string, name: string | null): string {
  const bare = statement
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s.。!！…,，;；:：]+$/u, "");
  const title = /\p{Script=Han}/u.test(bare)
    ? `${name ? `${name}：` : ""}${bare.replace(/^我家(?=孩子|女儿|儿子|宝|老|狗|猫)|^我们?(?:的)?(?=\p{Script=Han})/u, "")}`
    : englishTitle(bare, name);
  return short(/^\d{1,3}$/.test(title) ? `${title} years old` : title);
}

/** Cut where a part ends, where that leaves enough of it. */
function short(title: string): string {
  if (Array.from(title).length <= LONGEST) return title;
  const head = cutGraphemes(title, LONGEST);
  const part = /^.{40,}(?=[,，;；–—(（]| - )/u.exec(head)?.[0];
  if (part) return part.trimEnd();
  const word = /^.{24,}(?=\s)/u.exec(head)?.[0] ?? cutGraphemes(title, LONGEST - 1);
  return `${word.trimEnd()}…`;
}
