import { Tokenizer } from "htmlparser2";

/** What stands in HTML, one thing after the other. */
export type Visitor = {
  /** `count`: of all attributes, also of those that are not kept. */
  open(name: string, attributes: ReadonlyMap<string, string>, count: number): void;
  close(name: string): void;
  text(text: string): void;
};

/** Attributes that are kept, in their first characters: all others are nobody's here. */
const KEPT = new Set(["href", "alt"]);
const LONGEST_VALUE = 2_000;

/**
 * Walks through the tokens of HTML. No tree is made and nothing is remembered, so that its time grows with the length
 * alone, whatever strangers wrote.
 */
export function walkHtml(html: string, visitor: Visitor): void {
  let name = "";
  let attribute = "";
  let value = "";
  let attributes = new Map<string, string>();
  let count = 0;
  const opened = () => visitor.open(name, attributes, count);
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes = new Map();
        count = 0;
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = "";
        count++;
      },
      onattribdata(start, end) {
        if (KEPT.has(attribute)) value += html.slice(start, Math.min(end, start + LONGEST_VALUE));
      },
      onattribentity(codepoint) {
        if (KEPT.has(attribute) && value.length < LONGEST_VALUE) value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (KEPT.has(attribute) && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: opened,
      onselfclosingtag() {
        opened();
        visitor.close(name);
      },
      onclosetag: (start, end) => visitor.close(html.slice(start, end).trim().toLowerCase()),
      ontext: (start, end) => visitor.text(html.slice(start, end)),
      ontextentity: (codepoint) => visitor.text(String.fromCodePoint(codepoint)),
      oncdata: (start, end) => visitor.text(html.slice(start, end)),
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
