import { useTranslations } from "next-intl";

/** Until the first word is there. `tidying`: what it waits for is a roll. */
export function Thinking({ tidying = false }: { tidying?: boolean }) {
  const t = useTranslations("conversation");
  return (
    <p
      className="flex min-h-7 items-center gap-1.5 text-ink-muted text-sm"
      role="status"
      aria-label={tidying ? undefined : t("thinking")}
    >
      {[0, 160, 320].map((delay) => (
        <span
          key={delay}
          className="size-1.5 flex-none animate-pulse-quiet rounded-full bg-ink-muted"
          style={{ animationDelay: `${delay}ms`, animationDuration: "1.1s" }}
        />
      ))}
      {tidying && <span className="ms-1.5">{t("tidying")}</span>}
    </p>
  );
}
