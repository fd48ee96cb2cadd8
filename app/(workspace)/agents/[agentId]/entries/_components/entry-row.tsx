"use client";

import { Pin } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Badge } from "@/app/_components/ui/badge";
import { IconButton } from "@/app/_components/ui/icon-button";
import { toast } from "@/app/_components/ui/toast";
import type { EntrySummary } from "@/lib/http/contract/memory";
import { update } from "../actions";

export function EntryRow({
  agentId,
  entry,
  chosen,
  onChoose,
  onTag,
  onChanged,
}: {
  agentId: string;
  entry: EntrySummary;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  onTag: (tag: string) => void;
  onChanged: () => void;
}) {
  const t = useTranslations("memory");
  const tProblem = useTranslations("problems");
  const [pending, start] = useTransition();
  const pin = () =>
    start(async () => {
      const outcome = await update(agentId, entry.id, { pinned: !entry.pinned });
      if (outcome.ok) onChanged();
      else toast.error(failureSentence(tProblem, outcome));
    });
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <input
        type="checkbox"
        aria-label={t("choose", { title: entry.title })}
        checked={chosen}
        disabled={entry.problem !== null}
        onChange={({ target }) => onChoose(target.checked)}
        className="mt-1 size-4 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <Link
          href={`/agents/${agentId}/entries/${entry.id}`}
          prefetch={false}
          dir="auto"
          className="wrap-anywhere font-medium text-sm underline-offset-4 hover:underline"
        >
          {entry.title}
        </Link>
        {entry.preview && entry.preview !== entry.title && (
          <p dir="auto" className="wrap-anywhere mt-0.5 line-clamp-2 text-[13px] text-ink-muted leading-5">
            {entry.preview}
          </p>
        )}
        <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
          {entry.problem ? <Badge tone="danger">{t("unreadable")}</Badge> : <Badge>{t(`kinds.${entry.kind}`)}</Badge>}
          {entry.superseded_by && <Badge tone="warning">{t("superseded")}</Badge>}
          {entry.tags.map((tag) => (
            <button
              key={tag}
              type="button"
              onClick={() => onTag(tag)}
              className="touch-target rounded-full px-1.5 text-accent text-xs hover:underline"
            >
              #{tag}
            </button>
          ))}
        </div>
      </div>
      <IconButton
        size="sm"
        label={t(entry.pinned ? "unpinNamed" : "pinNamed", { title: entry.title })}
        disabled={pending || entry.problem !== null}
        onClick={pin}
      >
        <Pin aria-hidden="true" size={15} className={entry.pinned ? "fill-current text-accent" : undefined} />
      </IconButton>
    </li>
  );
}
