import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/app/_components/client-messages";
import { PageHeader } from "../_components/page-header";
import { SettingsNav } from "./_components/settings-nav";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("shell");
  return (
    <ClientMessages namespaces={["settings", "models"]}>
      <PageHeader title={<p className="truncate font-medium text-sm">{t("settings")}</p>} />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-232 flex-col gap-x-10 gap-y-6 px-4 pt-2 pb-16 sm:px-8 lg:flex-row lg:pt-8">
          <SettingsNav />
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      </div>
    </ClientMessages>
  );
}
