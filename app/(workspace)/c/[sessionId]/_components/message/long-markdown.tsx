"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Markdown } from "../markdown/markdown";

/** A text longer than this is shown piece by piece: no screen is better for a megabyte at once. */
const PIECE = 120_000;

export function LongMarkdown({ text, growing }: { text: string; growing: boolean }) {
  const t = useTranslations("conversation");
  const [pieces, setPieces] = useState(1);
  if (text.length <= PIECE || growing) return <Markdown text={text} growing={growing} />;
  const end = pieces * PIECE;
  return (
    <div>
      <Markdown text={text.slice(0, end).replace(/[\uD800-\uDBFF]$/, "")} growing={false} />
      {end < text.length && (
        <button
          type="button"
          className="mt-3 rounded font-medium text-accent text-sm"
          onClick={() => setPieces(pieces + 1)}
        >
          {t("showMore", { count: text.length - end })}
        </button>
      )}
    </div>
  );
}
