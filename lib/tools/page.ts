import { countRunes } from "@/lib/context/size/measure";
import { cutGraphemes } from "@/lib/text";

/** A piece of a text, where it begins in it, and where the next piece does; `next` is null at the end. */
export type Piece = { text: string; runes: number; offset: number; next: number | null };

/** The piece from the rune `offset` on, at most `maxRunes` long. Put together, the pieces are the text. */
export function pieceOf(text: string, offset: number, maxRunes: number): Piece {
  const runes = countRunes(text);
  const rest = text.slice(unitAt(text, offset));
  const piece = cutGraphemes(rest, Math.max(1, maxRunes));
  const end = Math.min(offset, runes) + countRunes(piece);
  return { text: piece, runes, offset: Math.min(offset, runes), next: end < runes ? end : null };
}

/** Where the rune of that number begins, in UTF-16 code units. */
function unitAt(text: string, offset: number): number {
  let at = 0;
  for (let rune = 0; rune < offset && at < text.length; rune++) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}
