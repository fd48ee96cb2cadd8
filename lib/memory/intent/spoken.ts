const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const QUOTED_LINE = /^[ \t]*>|^(?: {4}|\t)\S/;
/** A line of a copied talk: "Anna: …", "[10:15] Bob: …". What begins with a command is the person's own. */
const SPEAKERS_LINE =
  /^(?:\[[^\]\n]{1,40}\]|\d{1,2}:\d{2}(?::\d{2})?)?[ \t,-]*(?!please|pls|note|remember|forget|don['’]?t|keep|make|[请记帮忘别备提注另顺重])\p{L}[\p{L}\p{N} .'’_-]{0,30}(?:: |：)/iu;
const CODE = /`[^`\n]{1,2000}`/g;
const QUOTES =
  /(?<![\p{L}\p{N}])"(?=\S)[^"]{1,2000}(?<=\S)"(?![\p{L}\p{N}])|“[^”]{1,2000}”|「[^」]{1,2000}」|『[^』]{1,2000}』|«[^»]{1,2000}»|(?<![\p{L}\p{N}])[‘'][^‘’'\n]{1,2000}[’'](?![\p{L}\p{N}])/gu;
const HIDDEN = "\uFFFC";

/** What a person says in a message in their own words, quotations included: no code, no block quotes, no copied talk. */
export function spoken(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark) fence = mark;
    else if (!QUOTED_LINE.test(line)) lines.push(line);
  }
  const speakers = lines.filter((line) => SPEAKERS_LINE.test(line));
  const own = speakers.length > 1 ? lines.filter((line) => !SPEAKERS_LINE.test(line)) : lines;
  return own.join("\n");
}

/** The same length, with what stands in quotation marks or code made unreadable: no command and no end of a sentence. */
export function withoutQuotes(text: string): string {
  const hide = (quoted: string) => HIDDEN.repeat(quoted.length);
  return text.replace(CODE, hide).replace(QUOTES, hide);
}
