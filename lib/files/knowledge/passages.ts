import { cutGraphemes, lastGraphemes } from "@/lib/text";

const RUNES = 800;
const OVERLAP = 120;
/** A passage ends at the end of a paragraph, else of a sentence or line, else of a word, where its last third has one. */
const ENDS = [/\n\n/g, /[.!?](?=\s)|[。！？\n]/g, /\s/g];

/** The text in pieces of about 800 runes, each of which begins with the end of the one before. Pure. */
export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const most = cutGraphemes(rest, RUNES);
    const body = most.length === rest.length ? rest : most.slice(0, endIn(most));
    const before = passages.at(-1);
    const overlap = before === undefined ? "" : lastGraphemes(before, OVERLAP).replace(/^\S*\s/, "");
    passages.push(overlap + body);
    rest = rest.slice(body.length);
    if (rest.trim() === "") break;
  }
  return passages;
}

function endIn(text: string): number {
  const from = Math.floor((text.length * 2) / 3);
  for (const end of ENDS) {
    const last = [...text.slice(from).matchAll(end)].at(-1);
    if (last) return from + last.index + last[0].length;
  }
  return text.length;
}
