import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageActor } from "@/lib/auth/page-actor";
import { ROLES } from "@/lib/workspaces/choices";
import { listInvitations } from "@/lib/workspaces/invitations";
import { listMembers } from "@/lib/workspaces/members";
import { currentWorkspaceName } from "@/lib/workspaces/workspaces";
import { SettingsPage, SettingsSection } from "../../settings/_components/settings-section";
import { InvitationList } from "./_components/invitation-list";
import { InviteButton } from "./_components/invite-button";
import { MemberItem } from "./_components/member-item";
import { RenameForm } from "./_components/rename-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin"))("members") };
}

export default async function MembersPage() {
  const actor = await pageActor("/admin/members");
  const [members, invitations, name] = await Promise.all([
    listMembers(actor),
    listInvitations(actor),
    currentWorkspaceName(actor),
  ]);
  const t = await getTranslations("admin");
  return (
    <SettingsPage
      title={t("members")}
      intro={t("membersIntro")}
      action={<InviteButton owner={actor.role === "owner"} />}
    >
      <ul aria-label={t("members")} className="divide-y divide-line rounded-card border border-line bg-surface">
        {members.map((member) => (
          <MemberItem
            key={member.userId}
            member={member}
            me={{ id: actor.userId, role: actor.role }}
            workspace={name}
          />
        ))}
      </ul>
      <SettingsSection title={t("roles")}>
        <dl className="space-y-2 text-[13px] leading-5">
          {ROLES.map((role) => (
            <div key={role} className="flex flex-col gap-x-4 sm:flex-row">
              <dt className="w-24 shrink-0 font-medium">{t(`role.${role}`)}</dt>
              <dd className="text-pretty text-ink-muted">{t(`roleHint.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </SettingsSection>
      <SettingsSection title={t("invitations")} intro={t("invitationsIntro")}>
        <InvitationList invitations={invitations} />
      </SettingsSection>
      <SettingsSection title={t("workspaceName")}>
        <RenameForm key={name} name={name} />
      </SettingsSection>
    </SettingsPage>
  );
}
