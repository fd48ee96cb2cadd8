"use client";

import { lazy, memo, Suspense } from "react";
import { surely } from "@/app/_components/surely";
import { memoryPartOf } from "../memory/kept";
import { checkpointOf } from "../tools/checkpoint-part";
import { ServerAway, serverAwayOf } from "../tools/server-away";
import type { AnswerOfCalls } from "../tools/tool-calls";
import { LongMarkdown } from "./long-markdown";
import type { Part } from "./message-text";

// Most answers are text alone: what folds is fetched with the first one that has it.
const loadFolded = surely(() => import("./folded-parts"));
const Reasoning = lazy(() => loadFolded().then((parts) => ({ default: parts.Reasoning })));
const ToolCalls = lazy(surely(() => import("../tools/tool-calls").then((calls) => ({ default: calls.ToolCalls }))));
const Checkpoint = lazy(surely(() => import("../tools/checkpoint").then((line) => ({ default: line.Checkpoint }))));
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
  const away = serverAwayOf(part);
  if (away !== null) return <ServerAway server={away} />;
  const checkpoint = checkpointOf(part);
  if (!checkpoint) return null;
  return (
    <Suspense fallback={<div className="h-7" />}>
      <Checkpoint part={checkpoint} />
    </Suspense>
  );
});

/** Calls of tools that follow one another. */
export const CallsView = memo(
  function CallsView({ parts, answer }: { parts: readonly Part[]; answer: AnswerOfCalls }) {
    return (
      <Suspense fallback={<div className="h-9.5" />}>
        <ToolCalls parts={parts} answer={answer} />
      </Suspense>
    );
  },
  // The list is made anew with each chunk; what is in it stays the same.
  (before, after) =>
    before.answer === after.answer &&
    before.parts.length === after.parts.length &&
    before.parts.every((part, index) => part === after.parts[index]),
);
