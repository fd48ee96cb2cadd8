import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/app/_components/ui/button-class";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { pageActor } from "@/lib/auth/page-actor";
import { listAudit } from "@/lib/workspaces/audit-list";
import { AUDIT_KINDS } from "@/lib/workspaces/choices";
import { SettingsPage } from "../../settings/_components/settings-section";
import { AuditFilters } from "./_components/audit-filters";
import { AuditItem } from "./_components/audit-item";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin"))("audit") };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function AuditPage({ searchParams }: { searchParams: Search }) {
  const given = await searchParams;
  const one = (name: string) => (typeof given[name] === "string" ? given[name] : undefined);
  const kind = AUDIT_KINDS.find((each) => each === one("kind"));
  const person = one("person");
  const before = one("before");
  const { entries, people, older } = await listAudit(await pageActor("/admin/audit"), { kind, person, before });
  const t = await getTranslations("admin");
  const address = (from: string | undefined) =>
    `/admin/audit?${new URLSearchParams({ ...(kind && { kind }), ...(person && { person }), ...(from && { before: from }) })}`;
  return (
    <SettingsPage title={t("audit")} intro={t("auditIntro")}>
      <div>
        <AuditFilters people={people} person={person ?? ""} kind={kind ?? ""} />
        {entries.length === 0 ? (
          <EmptyState
            icon={<ScrollText size={24} aria-hidden="true" />}
            title={t("noAudit")}
            className="mt-5 rounded-card border border-line border-dashed"
          />
        ) : (
          <ol aria-label={t("audit")} className="mt-5 divide-y divide-line rounded-card border border-line bg-surface">
            {entries.map((entry) => (
              <AuditItem key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        <div className="mt-4 flex gap-2">
          {before && (
            <Link href={address(undefined)} className={buttonClass({})}>
              {t("newest")}
            </Link>
          )}
          {older && (
            <Link href={address(older)} className={buttonClass({})}>
              {t("older")}
            </Link>
          )}
        </div>
      </div>
    </SettingsPage>
  );
}
