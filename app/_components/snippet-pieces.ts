/** A stretch of a snippet; `marked`: what was looked for. */
export type Piece = { text: string; marked: boolean };

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

/**
 * The pieces of a snippet as the search answers it: escaped text with `<mark>` around what was found. Whatever else it
 * holds is text too, and never markup.
 */
export function snippetPieces(snippet: string): Piece[] {
  let marked = false;
  const pieces: Piece[] = [];
  for (const part of snippet.split(/(<\/?mark>)/)) {
    if (part === "<mark>" || part === "</mark>") marked = part === "<mark>";
    else if (part !== "") pieces.push({ text: unescaped(part), marked });
  }
  return pieces;
}

const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/**
 * Those whose snippet has a mark. A search also finds what was said around the words, which helps a model that looks for
 * an answer; a person who looks for words wants to see them. All of them where none has a mark: then no words were asked for.
 */
export function withMarks<Hit extends { snippet: string }>(hits: readonly Hit[]): Hit[] {
  const marked = hits.filter(({ snippet }) => snippet.includes("<mark>"));
  return marked.length > 0 ? marked : [...hits];
}
