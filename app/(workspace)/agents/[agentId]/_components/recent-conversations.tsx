import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { EmptyState } from "@/app/_components/ui/empty-state";
import type { Session } from "@/lib/http/contract/sessions";

export function RecentConversations({ sessions }: { sessions: readonly Session[] }) {
  const t = useTranslations("agents");
  const format = useFormatter();
  return (
    <section aria-labelledby="conversations">
      <h2 id="conversations" className="mb-2 font-medium text-[15px]">
        {t("conversations")}
      </h2>
      {sessions.length === 0 ? (
        <EmptyState
          title={t("noConversations")}
          body={t("noConversationsBody")}
          className="rounded-card border border-line border-dashed py-7!"
        />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {sessions.map((session) => (
            <li key={session.id}>
              <Link
                href={`/c/${session.id}`}
                prefetch={false}
                className="flex min-h-11 items-center gap-4 px-4 py-2.5 hover:bg-ink/3"
              >
                <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
                  {session.title || t("untitled")}
                </span>
                <time dateTime={session.updated_at} className="shrink-0 text-[13px] text-ink-muted">
                  {format.dateTime(new Date(session.updated_at), { dateStyle: "medium" })}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
