import { Blocks } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { pageActor } from "@/lib/auth/page-actor";
import { listServers, mayRunCommands } from "@/lib/mcp/servers";
import { SettingsPage } from "../../settings/_components/settings-section";
import { AddServer } from "./_components/add-server";
import { ServerItem } from "./_components/server-item";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mcp"))("title") };
}

export default async function ToolServersPage() {
  const actor = await pageActor("/admin/tools");
  const [servers, commands, t] = await Promise.all([listServers(actor), mayRunCommands(actor), getTranslations("mcp")]);
  return (
    <ClientMessages namespaces={["mcp"]}>
      <SettingsPage title={t("title")} intro={t("intro")} action={<AddServer commands={commands} />}>
        {servers.length === 0 ? (
          <EmptyState
            icon={<Blocks size={24} aria-hidden="true" />}
            title={t("none")}
            body={t("noneBody")}
            className="rounded-card border border-line border-dashed"
          />
        ) : (
          <ul aria-label={t("title")} className="space-y-4">
            {servers.map((server) => (
              <ServerItem key={server.id} server={server} />
            ))}
          </ul>
        )}
      </SettingsPage>
    </ClientMessages>
  );
}
