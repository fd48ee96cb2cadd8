"use client";

import { MessageSquare } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { MarkedText } from "@/app/_components/marked-text";
import { messagePath } from "@/app/_components/message-path";
import type { SearchHit } from "@/lib/http/contract/search";
import type { HitGroup } from "./group-hits";

/** What one conversation holds of what was looked for. */
export function HitGroupView({
  group,
  title,
  agent,
  q,
  onMore,
}: {
  group: HitGroup;
  title: string;
  agent: string | null;
  q: string;
  /** Null: there is no more of it. */
  onMore: (() => void) | null;
}) {
  const t = useTranslations("search");
  return (
    <section aria-labelledby={`hits-${group.session}`}>
      <h2 id={`hits-${group.session}`} className="flex min-w-0 items-center gap-2 text-sm">
        <MessageSquare aria-hidden="true" size={15} className="shrink-0 text-ink-faint" />
        <Link
          href={`/c/${group.session}`}
          prefetch={false}
          dir="auto"
          className="min-w-0 truncate rounded font-medium hover:text-accent"
        >
          {title}
        </Link>
        {agent && <span className="shrink-0 text-ink-faint text-xs">{agent}</span>}
      </h2>
      <ul className="mt-2 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {group.hits.map((hit) => (
          <Hit key={hit.message_id} hit={hit} agent={agent} q={q} />
        ))}
        {onMore && (
          <li>
            <button
              type="button"
              onClick={onMore}
              className="touch-target w-full px-4 py-2 text-start font-medium text-accent text-sm hover:bg-ink/4 focus-visible:-outline-offset-2"
            >
              {t("more")}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

function Hit({ hit, agent, q }: { hit: SearchHit; agent: string | null; q: string }) {
  const t = useTranslations("search");
  const format = useFormatter();
  const at = new Date(hit.created_at);
  const speaker = hit.name ?? (hit.role === "user" ? t("me") : (agent ?? t("assistant")));
  return (
    <li>
      <Link
        href={messagePath(hit.session_id, hit.message_id, q)}
        prefetch={false}
        data-hit={hit.message_id}
        className="block px-4 py-2.5 hover:bg-ink/4 focus-visible:-outline-offset-2"
      >
        <span className="flex items-baseline gap-3 text-xs leading-5">
          <span className="min-w-0 truncate font-medium text-ink-muted" dir="auto">
            {speaker}
          </span>
          <time dateTime={hit.created_at} className="ms-auto shrink-0 text-ink-faint" suppressHydrationWarning>
            {format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
          </time>
        </span>
        <span className="wrap-anywhere mt-0.5 line-clamp-3 text-sm leading-6" dir="auto">
          <MarkedText snippet={hit.snippet} />
        </span>
      </Link>
    </li>
  );
}
