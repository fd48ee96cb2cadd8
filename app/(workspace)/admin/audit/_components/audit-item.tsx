import { useFormatter, useTranslations } from "next-intl";
import { TOGGLES } from "@/lib/memory/toggles";
import type { AuditEntry } from "@/lib/workspaces/audit-list";
import { ROLES, RULES } from "@/lib/workspaces/choices";
import { sentenceKey } from "./sentence-key";

/** What somebody did, as a sentence; the particulars unfold. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  const { action, details, targetName } = entry;
  const toggle = TOGGLES.find((each) => each === entry.target);
  const plain = (value: unknown) => {
    const role = ROLES.find((each) => each === value);
    if (role) return t(`role.${role}`);
    const rule = toggle && RULES.find((each) => each === value);
    if (rule) return t(`rule.${rule}`);
    return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
  };
  const text = (value: unknown) => (typeof value === "string" && value ? value : null);
  const name = toggle
    ? t(`toggle.${toggle}`)
    : (text(details.name) ?? text(details.slug) ?? (targetName || null) ?? t("someone"));
  const sentence = t(`did.${sentenceKey(action)}`, {
    actor: entry.actor || t("someone"),
    name,
    before: plain(details.before ?? details.role ?? ""),
    after: plain(details.after ?? ""),
  });
  const particulars = Object.entries(details);
  return (
    <li className="px-4 py-3 text-sm leading-6">
      <p className="wrap-anywhere">{sentence}</p>
      <time dateTime={entry.at.toISOString()} className="block text-ink-muted text-xs leading-5">
        {format.dateTime(entry.at, { dateStyle: "medium", timeStyle: "medium" })}
      </time>
      {particulars.length > 0 && (
        <details className="mt-1 text-[13px] text-ink-muted">
          <summary className="touch-target w-fit cursor-pointer hover:text-ink">{t("details")}</summary>
          <dl className="mt-1.5 space-y-1">
            {particulars.map(([key, value]) => (
              <div key={key} className="flex gap-3">
                <dt className="shrink-0 font-mono text-xs leading-5">{key}</dt>
                <dd className="wrap-anywhere min-w-0">{plain(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
