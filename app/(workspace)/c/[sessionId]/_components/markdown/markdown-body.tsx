"use client";

import { memo, useMemo, useRef } from "react";
import type { MarkdownProps } from "./markdown";
import { BlockNode } from "./nodes";
import { type Definitions, type Document, GrowingMarkdown, parseMarkdown } from "./parse";
import { repairTail } from "./repair";

/** The parsed text. While it grows, only its last block renders again. */
export default function MarkdownBody({ text, growing, lifted }: Required<MarkdownProps>) {
  const { blocks, definitions } = useDocument(text, growing);
  const depths = lifted ? blocks.flatMap(({ node }) => (node.type === "heading" ? [node.depth] : [])) : [];
  const lift = depths.length === 0 ? 0 : Math.min(...depths) - 1;
  const last = blocks.length - 1;
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block's place in the text is what it is known by
        <MarkdownBlock key={index} {...block} definitions={definitions} lift={lift} open={growing && index === last} />
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

type BlockProps = Document["blocks"][number] & { definitions: Definitions; lift: number; open: boolean };

const MarkdownBlock = memo(
  function MarkdownBlock({ node, source, definitions, lift, open }: BlockProps) {
    const offset = node.position?.start.offset ?? 0;
    return <BlockNode node={node} context={{ source, offset, definitions, lift, open }} />;
  },
  (a, b) =>
    a.source === b.source &&
    a.node.type === b.node.type &&
    a.definitions === b.definitions &&
    a.lift === b.lift &&
    a.open === b.open,
);
