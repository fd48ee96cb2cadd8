import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { pageActor } from "@/lib/auth/page-actor";
import { readProfile } from "@/lib/auth/profile";
import { defaultModelRef, offeredModels } from "@/lib/models/registry";
import { NewConversation } from "./c/[sessionId]/_components/new-conversation";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("conversation");
  return { title: t("untitled") };
}

export default async function HomePage() {
  const actor = await pageActor();
  const [profile, models, defaultModel] = await Promise.all([
    readProfile(actor),
    offeredModels(actor),
    defaultModelRef(actor),
  ]);
  return (
    <ClientMessages namespaces={["shell", "conversation"]}>
      <NewConversation
        name={profile.name}
        models={models.map(({ ref, label, offline }) => ({ ref, label, offline }))}
        defaultModel={defaultModel}
        mayAddModels={actor.role !== "member"}
      />
    </ClientMessages>
  );
}
