import { placesIn } from "./places";

const NAME = "found";
/** What a person wrote and what a model answered; not the buttons and times around it. */
const WORDS = ".markdown, [data-words]";
const BLOCK = "p, li, td, th, h1, h2, h3, h4, h5, h6, pre, blockquote, div";

/** The texts of a message as one, with where each stands in it. Blocks are set apart, so that nothing spans two. */
function textOf(row: Element): { text: string; nodes: { node: Text; start: number }[] } {
  const nodes: { node: Text; start: number }[] = [];
  let text = "";
  let before: Element | null = null;
  for (const part of row.querySelectorAll(WORDS)) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      const block = node.parentElement?.closest(BLOCK) ?? null;
      if (before && block !== before) text += "\n";
      before = block;
      nodes.push({ node, start: text.length });
      text += node.data;
    }
  }
  return { text, nodes };
}

function rangesIn(row: Element, q: string): Range[] {
  const { text, nodes } = textOf(row);
  let from = 0;
  return placesIn(text, q).flatMap(({ start, end }) => {
    while (from + 1 < nodes.length && (nodes[from + 1]?.start ?? 0) <= start) from++;
    const first = nodes[from];
    let to = from;
    while (to + 1 < nodes.length && (nodes[to + 1]?.start ?? 0) < end) to++;
    const last = nodes[to];
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, Math.min(start - first.start, first.node.length));
    range.setEnd(last.node, Math.min(end - last.start, last.node.length));
    return [range];
  });
}

/**
 * Marks the words of a search in a message, by the browser's own highlights: nothing in the document changes. They are put
 * there again when the message is drawn anew, until they are called off. `onFirst` gets the first once there is one.
 */
export function markWords(pane: Element, messageId: string, q: string, onFirst: (place: Element) => void): () => void {
  let told = false;
  let frame = 0;
  let drawn = "";
  const draw = () => {
    frame = 0;
    const row = pane.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`);
    const now = row?.textContent ?? "";
    const ranges = row ? rangesIn(row, q) : [];
    drawn = now;
    CSS.highlights.set(NAME, new Highlight(...ranges));
    const place = ranges[0]?.startContainer.parentElement;
    if (!place || told) return;
    told = true;
    onFirst(place);
  };
  const observer = new MutationObserver((changes) => {
    const row = pane.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`);
    const concerns = changes.some(({ target }) => row?.contains(target)) || (row?.textContent ?? "") !== drawn;
    if (concerns && frame === 0) frame = requestAnimationFrame(draw);
  });
  draw();
  observer.observe(pane, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(NAME);
  };
}
