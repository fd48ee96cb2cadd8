import { snippetPieces } from "./snippet-pieces";

/** A snippet of the search, with what was found marked. */
export function MarkedText({ snippet }: { snippet: string }) {
  return snippetPieces(snippet).map(({ text, marked }, index) =>
    marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
      <mark key={index} className="rounded-xs bg-found px-px text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
