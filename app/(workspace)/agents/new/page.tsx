import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { pageActor } from "@/lib/auth/page-actor";
import { offeredModels } from "@/lib/models/registry";
import { AgentsPage } from "../_components/agents-page";
import { NewAgentForm } from "../_components/new-agent-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("agents"))("createTitle") };
}

export default async function NewAgentPage() {
  const actor = await pageActor("/agents/new");
  const [models, t] = await Promise.all([offeredModels(actor), getTranslations("agents")]);
  return (
    <AgentsPage
      header={
        <Link href="/agents" className="rounded-control text-ink-muted text-sm hover:text-ink">
          {t("title")}
        </Link>
      }
    >
      <h1 className="font-semibold text-xl leading-7">{t("createTitle")}</h1>
      <p className="mt-1 text-pretty text-ink-muted text-sm leading-6">{t("createIntro")}</p>
      <NewAgentForm models={models.map(({ ref, label }) => ({ ref, label }))} />
    </AgentsPage>
  );
}
