import { Mail } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { pageActor } from "@/lib/auth/page-actor";
import { publicBase } from "@/lib/http/public-base";
import { listInvitations } from "@/lib/workspaces/invitations";
import { listMembers } from "@/lib/workspaces/members";
import { listWorkspaces } from "@/lib/workspaces/workspaces";
import { SettingsPage, SettingsSection } from "../_components/settings-section";
import { InvitationItem } from "./_components/invitation-item";
import { InviteButton } from "./_components/invite-button";
import { LeaveButton } from "./_components/leave-button";
import { MemberItem } from "./_components/member-item";
import { RenameForm } from "./_components/rename-form";
import { WorkspaceList } from "./_components/workspace-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("workspaces"))("title") };
}

export default async function WorkspacePage() {
  const actor = await pageActor("/settings/workspace");
  const manages = actor.role !== "member";
  const [workspaces, members, invitations, base, t] = await Promise.all([
    listWorkspaces(actor),
    manages ? listMembers(actor) : [],
    manages ? listInvitations(actor) : [],
    publicBase(),
    getTranslations("workspaces"),
  ]);
  const current = workspaces.find(({ id }) => id === actor.workspaceId);
  const name = current?.name ?? "";
  return (
    <ClientMessages namespaces={["workspaces"]}>
      <SettingsPage title={t("title")} intro={t("intro", { name, role: t(`roles.${actor.role}`) })}>
        {manages && (
          <>
            <SettingsSection title={t("nameTitle")}>
              <RenameForm name={name} />
            </SettingsSection>
            <SettingsSection title={t("membersTitle")} intro={t("membersIntro")}>
              <ul className="divide-y divide-line rounded-card border border-line bg-surface">
                {members.map((member) => (
                  <MemberItem key={member.userId} member={member} me={{ userId: actor.userId, role: actor.role }} />
                ))}
              </ul>
            </SettingsSection>
            <SettingsSection title={t("invitationsTitle")} intro={t("invitationsIntro")}>
              <div className="grid gap-4">
                {invitations.length === 0 ? (
                  <EmptyState
                    icon={<Mail size={24} aria-hidden="true" />}
                    title={t("noInvitations")}
                    body={t("noInvitationsBody")}
                    className="rounded-card border border-line border-dashed"
                  />
                ) : (
                  <ul className="divide-y divide-line rounded-card border border-line bg-surface">
                    {invitations.map((invitation) => (
                      <InvitationItem key={invitation.id} invitation={invitation} />
                    ))}
                  </ul>
                )}
                <InviteButton base={base} mayInviteAdmins={actor.role === "owner"} />
              </div>
            </SettingsSection>
          </>
        )}
        <SettingsSection title={t("yoursTitle")} intro={t("yoursIntro")}>
          <WorkspaceList workspaces={workspaces} current={actor.workspaceId} />
        </SettingsSection>
        <SettingsSection title={t("leaveTitle")} intro={t("leaveIntro")}>
          <LeaveButton name={name} userId={actor.userId} />
        </SettingsSection>
      </SettingsPage>
    </ClientMessages>
  );
}
