import { Boxes } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "@/app/_components/ui/empty-state";
import type { ModelsOverview } from "@/lib/models/overview";
import { SettingsSection } from "../../_components/settings-section";
import { DefaultModel } from "./default-model";
import { EnvironmentProvider } from "./environment-provider";
import { KindMark } from "./kind-mark";
import { ProviderCard } from "./provider-card";

/** What owners and admins see. */
export function ManagedModels({ overview, ollama }: { overview: ModelsOverview; ollama: ReactNode }) {
  const t = useTranslations("models");
  const { offered, defaultRef, chosenRef, providers, environment } = overview;
  const none = offered.every(({ offline }) => offline);
  return (
    <>
      {none && providers.length === 0 && (
        <EmptyState
          icon={<Boxes aria-hidden="true" size={26} strokeWidth={1.5} />}
          title={t("noneTitle")}
          body={t("noneBody")}
          className="rounded-card border border-line border-dashed"
        />
      )}
      {ollama}

      {!none && (
        <SettingsSection title={t("defaultTitle")} intro={t("defaultIntro")}>
          <DefaultModel offered={offered} defaultRef={defaultRef} chosenRef={chosenRef} />
        </SettingsSection>
      )}

      {providers.length > 0 && (
        <SettingsSection title={t("providersTitle")} intro={t("providersIntro")}>
          <ul className="space-y-4">
            {providers.map((provider) => (
              <ProviderCard key={provider.id} provider={provider} defaultRef={defaultRef} />
            ))}
          </ul>
        </SettingsSection>
      )}

      {environment.length > 0 && (
        <SettingsSection title={t("environmentTitle")} intro={t("environmentIntro")}>
          <ul className="space-y-4">
            {environment.map((provider) => (
              <EnvironmentProvider key={provider.kind} provider={provider} defaultRef={defaultRef} />
            ))}
          </ul>
        </SettingsSection>
      )}

      <SettingsSection title={t("offlineTitle")}>
        <div className="flex items-start gap-3.5 rounded-card border border-line bg-surface px-4 py-3.5">
          <KindMark kind="offline" />
          <div className="min-w-0">
            <h3 className="font-medium text-sm leading-5">{t("offlineName")}</h3>
            <p className="mt-0.5 text-pretty text-[13px] text-ink-muted leading-5">{t("offlineBody")}</p>
          </div>
        </div>
      </SettingsSection>
    </>
  );
}
