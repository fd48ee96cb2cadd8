import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { pageActor } from "@/lib/auth/page-actor";
import { mayManageModels } from "@/lib/models/manage";
import { modelsOverview } from "@/lib/models/overview";
import { SettingsPage } from "../_components/settings-section";
import { AddProvider } from "./_components/add-provider";
import { ManagedModels } from "./_components/managed-models";
import { OfferedModels } from "./_components/offered-models";
import { OllamaFound } from "./_components/ollama-found";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("models"))("title") };
}

export default async function ModelsPage() {
  const actor = await pageActor("/settings/models");
  const overview = await modelsOverview(actor);
  const t = await getTranslations("models");
  if (!mayManageModels(actor)) {
    return (
      <SettingsPage title={t("title")} intro={t("readOnly")}>
        <OfferedModels overview={overview} />
      </SettingsPage>
    );
  }
  return (
    <SettingsPage title={t("title")} intro={t("intro")} action={<AddProvider />}>
      <ManagedModels
        overview={overview}
        ollama={
          // Looking for it takes a moment that the rest of the page does not wait for.
          <Suspense fallback={null}>
            <OllamaFound actor={actor} />
          </Suspense>
        }
      />
    </SettingsPage>
  );
}
