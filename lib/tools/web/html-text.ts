import { walkHtml } from "./html-walk";

const words = (text: string) => new Set(text.split(" "));
const SKIPPED = words("script style noscript template svg iframe object select title");
const BLOCKS = words(
  "address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form header hr main nav ol p pre section summary table tbody thead tr ul",
);
const HEADINGS = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `${"#".repeat(level)} `]));

/** The text of HTML as somebody would read it: a line a block, headings, lists and links as in Markdown. */
export function htmlText(html: string, base: string): string {
  const lines: string[] = [""];
  let skipped: { name: string; depth: number } | null = null;
  let preformatted = 0;
  let link: { at: number; href: string } | null = null;

  // Never read from the line itself: it is put together of a million pieces at times.
  let endsBlank = true;
  const put = (text: string) => {
    const more = endsBlank ? text.trimStart() : text;
    if (more === "") return;
    lines[lines.length - 1] += more;
    endsBlank = more.endsWith(" ");
  };
  const putAsIs = (text: string) => {
    lines[lines.length - 1] += text;
    endsBlank = false;
  };
  const newLine = () => {
    if (lines.at(-1) !== "") lines.push("");
    endsBlank = true;
  };
  const apart = () => {
    newLine();
    if (lines.length > 1 && lines.at(-2) !== "") lines.push("");
  };
  const endLink = () => {
    // Only of one line, and of something that can be read.
    if (link && link.at === lines.length && /\S/.test(linkText)) put(`[${linkText.trim()}](${link.href})`);
    else if (link) put(linkText);
    link = null;
    linkText = "";
  };
  let linkText = "";

  walkHtml(html, {
    open(name, attributes) {
      if (skipped) {
        if (name === skipped.name) skipped.depth++;
        return;
      }
      if (SKIPPED.has(name)) {
        skipped = { name, depth: 1 };
        return;
      }
      const heading = HEADINGS.get(name);
      if (link && (name === "a" || heading !== undefined || BLOCKS.has(name) || name === "li")) endLink();
      if (name === "a") {
        const href = absolute(attributes.get("href"), base);
        if (href !== null) link = { at: lines.length, href };
      } else if (heading !== undefined) {
        apart();
        put(heading);
      } else if (name === "li") {
        newLine();
        put("- ");
      } else if (name === "td" || name === "th") {
        if (lines.at(-1) !== "") put(" | ");
      } else if (name === "br" || name === "tr") newLine();
      else if (BLOCKS.has(name)) apart();
      if (name === "pre") preformatted++;
    },
    close(name) {
      if (skipped) {
        if (name === skipped.name && --skipped.depth === 0) skipped = null;
        return;
      }
      if (name === "a" || (link && BLOCKS.has(name))) endLink();
      if (name === "pre") preformatted = Math.max(0, preformatted - 1);
      if (HEADINGS.has(name) || (BLOCKS.has(name) && name !== "br" && name !== "tr")) apart();
      else if (name === "tr" || name === "li") newLine();
    },
    text(text) {
      if (skipped) return;
      if (preformatted > 0) {
        const [first = "", ...others] = text.split(/\r\n?|\n/);
        putAsIs(first);
        for (const line of others) lines.push(line);
        return;
      }
      const plain = text.replace(/\s+/g, " ");
      if (link) linkText += plain;
      else put(plain);
    },
  });
  if (link) endLink();
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The title as the page itself has it. */
export function htmlTitle(html: string): string {
  let title = "";
  let within = false;
  let isDone = false;
  walkHtml(html, {
    open(name) {
      within = name === "title" && !isDone;
    },
    close(name) {
      if (name === "title") isDone ||= within;
      within = false;
    },
    text(text) {
      if (within && title.length < 1_000) title += text;
    },
  });
  return title.replace(/\s+/g, " ").trim();
}

function absolute(href: string | undefined, base: string): string | null {
  if (href === undefined || href.startsWith("#") || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href.replace(/[()]/g, encodeURIComponent) : null;
}
