"use client";

import { memo, useMemo, useRef } from "react";
import { BlockNode } from "./nodes";
import { type Definitions, type Document, GrowingMarkdown, parseMarkdown } from "./parse";
import { repairTail } from "./repair";

/** The parsed text. While it grows, only its last block renders again. */
export default function MarkdownBody({ text, growing }: { text: string; growing: boolean }) {
  const { blocks, definitions } = useDocument(text, growing);
  const last = blocks.length - 1;
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block's place in the text is what it is known by
        <MarkdownBlock key={index} {...block} definitions={definitions} open={growing && index === last} />
      ))}
    </div>
  );
}

function useDocument(text: string, growing: boolean): Document {
  const parser = useRef<GrowingMarkdown>(null);
  return useMemo(() => {
    if (!growing) return parseMarkdown(text);
    parser.current ??= new GrowingMarkdown();
    return parser.current.update(text, repairTail);
  }, [text, growing]);
}

type BlockProps = Document["blocks"][number] & { definitions: Definitions; open: boolean };

const MarkdownBlock = memo(
  function MarkdownBlock({ node, source, definitions, open }: BlockProps) {
    return <BlockNode node={node} context={{ source, offset: node.position?.start.offset ?? 0, definitions, open }} />;
  },
  (a, b) =>
    a.source === b.source && a.node.type === b.node.type && a.definitions === b.definitions && a.open === b.open,
);
