import { useTranslations } from "next-intl";

/** Until the first word is there. */
export function Thinking() {
  const t = useTranslations("conversation");
  return (
    <p className="flex h-7 items-center gap-1.5" role="status" aria-label={t("thinking")}>
      {[0, 160, 320].map((delay) => (
        <span
          key={delay}
          className="size-1.5 animate-pulse-quiet rounded-full bg-ink-muted"
          style={{ animationDelay: `${delay}ms`, animationDuration: "1.1s" }}
        />
      ))}
    </p>
  );
}
