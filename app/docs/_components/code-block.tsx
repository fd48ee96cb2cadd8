import { CopyButton } from "./copy-button";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null|-?\d+(?:\.\d+)?)\b/g;

/** JSON in colours: names, strings, other values. */
function colourJson(source: string) {
  const pieces = [];
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    if (match.index > end) pieces.push(source.slice(end, match.index));
    const colour = colon ? "text-ink" : string ? "text-success" : "text-warning";
    pieces.push(
      <span key={match.index} className={colour}>
        {whole}
      </span>,
    );
    end = match.index + whole.length;
  }
  pieces.push(source.slice(end));
  return pieces;
}

type Labels = { copy: string; copied: string };

/** An example to read and to take along. */
export function CodeBlock({
  title,
  source,
  language,
  labels,
}: {
  title: string;
  source: string;
  language: "json" | "shell";
  labels: Labels;
}) {
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-sunken">
      <figcaption className="flex h-9 items-center justify-between border-line border-b pr-1 pl-4 text-ink-muted text-xs">
        <span className="font-medium">{title}</span>
        <CopyButton text={source} {...labels} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer
        tabIndex={0}
        className="scroll-quiet max-h-105 overflow-auto px-4 py-3 font-mono text-[12.5px] text-ink-muted leading-relaxed"
      >
        <code>{language === "json" ? colourJson(source) : source}</code>
      </pre>
    </figure>
  );
}
