import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { htmlText, htmlTitle } from "./html-text";
import { walkHtml } from "./html-walk";

// Making a tree of a page and finding its article takes time that grows with the square of its depth: pages that are
// made to be slow are read without a tree.
const MOST = { length: 1_500_000, elements: 15_000, depth: 150, signs: 150_000, attributes: 60_000 };
/** Elements that end by themselves, or never hold any. */
const FLAT = new Set(
  "area base br col embed hr img input link meta source track wbr p li dt dd option tr td th".split(" "),
);
/** A page with less of an article has none. */
const LEAST_ARTICLE = 200;

export type Readable = { title: string; text: string };

/** The article of a page where it has one, else all its text. */
export function readable(html: string, url: string): Readable {
  const article = isOrdinary(html) ? articleOf(html) : null;
  const text = article && htmlText(article.content, url);
  if (article && text && text.length >= LEAST_ARTICLE) return { title: article.title || htmlTitle(html), text };
  return { title: htmlTitle(html), text: htmlText(html, url) };
}

function articleOf(html: string): { title: string; content: string } | null {
  try {
    const { document } = parseHTML(html);
    const found = new Readability(document, { maxElemsToParse: MOST.elements * 2 }).parse();
    return found?.content ? { title: (found.title ?? "").trim(), content: found.content } : null;
  } catch {
    // It throws for what it takes for no document, and where there are too many elements.
    return null;
  }
}

function isOrdinary(html: string): boolean {
  if (html.length > MOST.length || !/<\w/.test(html)) return false;
  if (html.split(/[<&]/).length > MOST.signs) return false;
  let attributes = 0;
  let elements = 0;
  let depth = 0;
  let deepest = 0;
  const open = new Map<string, number>();
  walkHtml(html, {
    open(name, _, count) {
      elements++;
      attributes += count;
      if (FLAT.has(name)) return;
      open.set(name, (open.get(name) ?? 0) + 1);
      deepest = Math.max(deepest, ++depth);
    },
    close(name) {
      const count = open.get(name) ?? 0;
      if (count === 0) return;
      open.set(name, count - 1);
      depth--;
    },
    text() {},
  });
  return elements <= MOST.elements && attributes <= MOST.attributes && deepest <= MOST.depth;
}
