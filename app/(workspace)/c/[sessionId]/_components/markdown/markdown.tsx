"use client";

import { lazy, memo, Suspense } from "react";
import { surely } from "@/app/_components/surely";
import "./markdown.css";

const load = surely(() => import("./markdown-body"));
const MarkdownBody = lazy(load);

export type MarkdownProps = {
  text: string;
  growing: boolean;
  /** Its highest headings stand right below those of the page, whatever their level: a text of which that is known. */
  lifted?: boolean;
};

/**
 * The text of a message as it is meant to look. The parser comes after the page: what the server has rendered stands
 * without it, and a text that is there before it shows as it was written.
 */
export const Markdown = memo(function Markdown({ text, growing, lifted = false }: MarkdownProps) {
  return (
    <Suspense fallback={<div className="markdown whitespace-pre-wrap">{text}</div>}>
      <MarkdownBody text={text} growing={growing} lifted={lifted} />
    </Suspense>
  );
});

/** Fetches the parser before the first answer wants it. */
export function preloadMarkdown(): void {
  void load();
}
