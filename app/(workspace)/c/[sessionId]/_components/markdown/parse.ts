import type { Definition, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { withDollarMaths } from "./maths-delimiters";

export type Definitions = ReadonlyMap<string, Definition>;

/** One block of a text: what is rendered, and rendered again, as a whole. */
export type Block = { node: RootContent; source: string };
export type Document = { blocks: readonly Block[]; definitions: Definitions };

const extensions = [
  gfm({ singleTilde: false }),
  math(),
  cjkFriendlyExtension(),
  gfmStrikethroughCjkFriendly({ singleTilde: false }),
];
const mdastExtensions = [gfmFromMarkdown(), mathFromMarkdown()];

export function parseMarkdown(text: string): Document {
  return toDocument(parse(text), text);
}

const parse = (text: string): Root => fromMarkdown(withDollarMaths(text), { extensions, mdastExtensions });

const NO_DEFINITIONS: Definitions = new Map();

function toDocument(root: Root, text: string): Document {
  const definitions = root.children.filter((node) => node.type === "definition");
  return {
    blocks: root.children.map((node) => ({ node, source: sourceOf(node, text) })),
    definitions:
      definitions.length === 0 ? NO_DEFINITIONS : new Map(definitions.map((node) => [node.identifier, node])),
  };
}

const sourceOf = ({ position }: RootContent, text: string): string =>
  text.slice(position?.start.offset, position?.end.offset);

/**
 * Parses a text that grows. A block with another one after it is finished, so only the last one is parsed again with
 * each piece that comes: the cost of a frame does not grow with the answer.
 */
export class GrowingMarkdown {
  #finished: Block[] = [];
  #finishedText = "";
  #definitions: Definitions = NO_DEFINITIONS;

  /** `repair` completes what is only half there at the end. */
  update(text: string, repair: (tail: string) => string): Document {
    if (!text.startsWith(this.#finishedText)) {
      this.#finished = [];
      this.#finishedText = "";
      this.#definitions = NO_DEFINITIONS;
    }
    const tail = text.slice(this.#finishedText.length);
    const root = parse(tail);
    const last = root.children.at(-1);
    const start = last?.position?.start.offset ?? 0;
    if (root.children.length > 1 && start > 0) {
      const { blocks, definitions } = toDocument({ ...root, children: root.children.slice(0, -1) }, tail);
      this.#finished = [...this.#finished, ...blocks];
      if (definitions.size > 0) this.#definitions = new Map([...this.#definitions, ...definitions]);
      this.#finishedText += tail.slice(0, start);
    }
    const open = repair(tail.slice(root.children.length > 1 ? start : 0));
    const { blocks } = toDocument(parse(open), open);
    return { blocks: [...this.#finished, ...blocks], definitions: this.#definitions };
  }
}
