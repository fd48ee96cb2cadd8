import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { currentActor, currentPerson } from "@/lib/auth/actor";
import { EntryPage } from "../_components/entry-page";
import { NewWorkspaceForm } from "../_components/new-workspace-form";
import { leave } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("noWorkspace.title") };
}

/** For somebody who is in no workspace any more: what they can do about it. */
export default async function NoWorkspacePage() {
  const [actor, person, t] = await Promise.all([currentActor(), currentPerson(), getTranslations("auth")]);
  if (actor) redirect("/");
  if (!person) redirect("/sign-in");
  return (
    <EntryPage
      heading={t("noWorkspace.heading")}
      body={t("noWorkspace.body")}
      footer={
        <form action={leave}>
          <button type="submit" className="font-medium text-accent underline-offset-4 hover:underline">
            {t("noWorkspace.signOut")}
          </button>
        </form>
      }
    >
      <NewWorkspaceForm />
    </EntryPage>
  );
}
