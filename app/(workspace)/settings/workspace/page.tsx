import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { pageActor } from "@/lib/auth/page-actor";
import { isDeletable } from "@/lib/chat/delete-workspace";
import { canLeave } from "@/lib/workspaces/members";
import { listWorkspaces } from "@/lib/workspaces/workspaces";
import { SettingsPage, SettingsSection } from "../_components/settings-section";
import { DeleteWorkspace } from "./_components/delete-workspace";
import { LeaveButton } from "./_components/leave-button";
import { WorkspaceList } from "./_components/workspace-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("workspaces"))("title") };
}

/** The person's workspaces. What owners and admins see to is in the pages of the workspace. */
export default async function WorkspacePage() {
  const actor = await pageActor("/settings/workspace");
  const isOwner = actor.role === "owner";
  const [workspaces, leavable, deletable, t] = await Promise.all([
    listWorkspaces(actor),
    canLeave(actor),
    isOwner && isDeletable(actor),
    getTranslations("workspaces"),
  ]);
  const name = workspaces.find(({ id }) => id === actor.workspaceId)?.name ?? "";
  const intro = (
    <>
      {t("intro", { name, role: t(`roles.${actor.role}`) })}{" "}
      {actor.role !== "member" && (
        <Link href="/admin/members" className="text-accent underline decoration-accent/40 underline-offset-4">
          {t("manage")}
        </Link>
      )}
    </>
  );
  return (
    <ClientMessages namespaces={["workspaces"]}>
      <SettingsPage title={t("title")} intro={intro}>
        <SettingsSection title={t("yoursTitle")} intro={t("yoursIntro")}>
          <WorkspaceList workspaces={workspaces} current={actor.workspaceId} />
        </SettingsSection>
        <SettingsSection title={t("leaveTitle")} intro={t(leavable ? "leaveIntro" : "leaveLast")}>
          {leavable && <LeaveButton name={name} />}
        </SettingsSection>
        {isOwner && (
          <SettingsSection title={t("delete.heading")} intro={t(deletable ? "delete.intro" : "delete.home")}>
            {deletable && <DeleteWorkspace name={name} />}
          </SettingsSection>
        )}
      </SettingsPage>
    </ClientMessages>
  );
}
