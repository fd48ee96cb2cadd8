import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/app/_components/ui/badge";
import type { listInvitations } from "@/lib/workspaces/invitations";
import { RevokeLink } from "./revoke-link";

export function InvitationList({ invitations }: { invitations: Awaited<ReturnType<typeof listInvitations>> }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  if (invitations.length === 0) return <p className="text-[13px] text-ink-muted">{t("noInvitations")}</p>;
  return (
    <ul aria-label={t("invitations")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {invitations.map(({ id, role, note, inviter, expiresAt }) => (
        <li key={id} className="flex items-center gap-4 px-4 py-3.5">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="wrap-anywhere font-medium text-sm">{note || t("noNote")}</span>
              <Badge>{t(`role.${role}`)}</Badge>
            </div>
            <p className="mt-1 text-[13px] text-ink-muted leading-5">
              {t("invitationFacts", {
                name: inviter || t("someone"),
                when: format.dateTime(expiresAt, { dateStyle: "medium", timeStyle: "short" }),
              })}
            </p>
          </div>
          <RevokeLink id={id} />
        </li>
      ))}
    </ul>
  );
}
