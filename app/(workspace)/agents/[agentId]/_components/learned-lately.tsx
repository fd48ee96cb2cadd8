import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/app/_components/ui/badge";
import type { Learned } from "@/lib/agents/learned";

/** The newest changes of what the agent remembers. */
export function LearnedLately({ agentId, changes }: { agentId: string; changes: readonly Learned[] }) {
  const t = useTranslations("agents");
  const tMemory = useTranslations("memory");
  const format = useFormatter();
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="learned">
      <h2 id="learned" className="mb-2 font-medium text-[15px]">
        {t("learned")}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {changes.map(({ id, entryId, kind, title, at }) => (
          <li key={id}>
            <Link
              href={`/agents/${agentId}/entries/${entryId}`}
              prefetch={false}
              className="flex min-h-11 items-center gap-3 px-4 py-2.5 hover:bg-ink/3"
            >
              <Badge>{tMemory(`changes.${kind}`)}</Badge>
              <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
                {title}
              </span>
              <time dateTime={at} className="shrink-0 text-[13px] text-ink-muted max-sm:hidden">
                {format.dateTime(new Date(at), { dateStyle: "medium" })}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
