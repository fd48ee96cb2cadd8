"use client";

import { Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyWords } from "@/app/_components/lazy-words";
import type { Part } from "../message/message-text";

/** The server whose tools an answer had to do without; null for other parts. */
export function serverAwayOf(part: Part): string | null {
  if (part.type !== "data-tool-problem" || !("data" in part)) return null;
  const data: unknown = part.data;
  return typeof data === "object" && data !== null && "server" in data && typeof data.server === "string"
    ? data.server
    : null;
}

export function ServerAway({ server }: { server: string }) {
  return (
    <LazyWords of="tools">
      <Line server={server} />
    </LazyWords>
  );
}

function Line({ server }: { server: string }) {
  const t = useTranslations("tools");
  return (
    <p className="flex items-center gap-2 py-0.5 text-ink-muted text-sm">
      <Unplug aria-hidden="true" size={14} className="shrink-0" />
      {t("serverAway", { server })}
    </p>
  );
}
