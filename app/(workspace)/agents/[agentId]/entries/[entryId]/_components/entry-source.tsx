import Link from "next/link";
import { useTranslations } from "next-intl";
import type { MemoryEntry } from "@/lib/http/contract/memory";

/** Where it came from: the place in the conversation, or that there is none any more. */
export function EntrySource({ entry: { source } }: { entry: MemoryEntry }) {
  const t = useTranslations("memory");
  const [message] = source?.message_ids ?? [];
  return (
    <section aria-labelledby="source">
      <h2 id="source" className="font-medium text-[15px]">
        {t("source")}
      </h2>
      <p className="wrap-anywhere mt-1 text-ink-muted text-sm leading-6">
        {!source ? (
          t("sourcePerson")
        ) : source.title === null ? (
          t("sourceGone")
        ) : (
          <Link
            href={`/c/${source.session_id}${message ? `?m=${message}` : ""}`}
            className="font-medium text-accent underline underline-offset-3"
          >
            {source.title || t("untitled")}
          </Link>
        )}
      </p>
    </section>
  );
}
