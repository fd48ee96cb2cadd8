import clsx from "clsx";

/** English text of the reference: paragraphs, and `code` between backticks. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div lang="en" className={clsx("space-y-3 text-ink-muted", className)}>
      {text.split("\n\n").map((paragraph) => (
        <p key={paragraph}>{withCode(paragraph)}</p>
      ))}
    </div>
  );
}

function withCode(paragraph: string) {
  const pieces = [];
  let end = 0;
  for (const match of paragraph.matchAll(/`([^`]+)`/g)) {
    pieces.push(paragraph.slice(end, match.index));
    pieces.push(
      <code key={match.index} className="rounded bg-ink/6 px-1 py-px font-mono text-[0.9em] text-ink">
        {match[1]}
      </code>,
    );
    end = match.index + match[0].length;
  }
  pieces.push(paragraph.slice(end));
  return pieces;
}
