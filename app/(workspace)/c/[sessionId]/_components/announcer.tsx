"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { runFollowers } from "./runs/run-followers";

const MOST = 600;

/** Reads a finished answer out to those who listen: once, when it is whole, never while it grows. */
export function Announcer({ sessionId }: { sessionId: string }) {
  const t = useTranslations("conversation");
  const [words, setWords] = useState("");
  useEffect(
    () =>
      runFollowers.onEnd((record) => {
        if (record.facts?.sessionId !== sessionId) return;
        const text = record.view.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
        setWords(t("answered", { text: text.length > MOST ? `${text.slice(0, MOST)}…` : text }));
      }),
    [sessionId, t],
  );
  return (
    <p className="sr-only" aria-live="polite">
      {words}
    </p>
  );
}
