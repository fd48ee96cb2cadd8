"use client";

import { lazy, memo, Suspense } from "react";
import { surely } from "@/app/_components/surely";
import { memoryPartOf } from "../memory/kept";
import { LongMarkdown } from "./long-markdown";
import type { Part } from "./message-text";

// Most answers are text alone: what folds is fetched with the first one that has it.
const loadFolded = surely(() => import("./folded-parts"));
const Reasoning = lazy(() => loadFolded().then((parts) => ({ default: parts.Reasoning })));
const ToolCall = lazy(() => loadFolded().then((parts) => ({ default: parts.ToolCall })));
const MemoryNote = lazy(surely(() => import("../memory/memory-note").then((note) => ({ default: note.MemoryNote }))));

/** One part of an answer. Kinds that are not known are left out rather than shown raw. */
export const MessagePartView = memo(function MessagePartView({ part, growing }: { part: Part; growing: boolean }) {
  if (part.type === "text") return <LongMarkdown text={part.text} growing={growing} />;
  if (part.type === "reasoning") {
    if (part.text === "") return null;
    return (
      <Suspense fallback={<div className="h-6" />}>
        <Reasoning text={part.text} growing={growing} />
      </Suspense>
    );
  }
  const memory = memoryPartOf(part);
  if (memory) {
    return (
      <Suspense fallback={<div className="h-12" />}>
        <MemoryNote part={memory} />
      </Suspense>
    );
  }
  if (part.type !== "dynamic-tool" && !part.type.startsWith("tool-")) return null;
  return (
    <Suspense fallback={<div className="h-6" />}>
      <ToolCall part={part} />
    </Suspense>
  );
});
