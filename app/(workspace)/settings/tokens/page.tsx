import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { pageActor } from "@/lib/auth/page-actor";
import { listTokens } from "@/lib/auth/tokens";
import { SettingsPage } from "../_components/settings-section";
import { NewToken } from "./_components/new-token";
import { TokenItem } from "./_components/token-item";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tokensTitle") };
}

export default async function TokensPage() {
  const tokens = await listTokens(await pageActor("/settings/tokens"));
  const t = await getTranslations("settings");
  const intro = (
    <>
      {t("tokensIntro")}{" "}
      <Link
        href="/docs"
        className="text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
      >
        {t("tokensReference")}
      </Link>
    </>
  );
  return (
    <SettingsPage title={t("tokensTitle")} intro={intro} action={<NewToken />}>
      {tokens.length === 0 ? (
        <EmptyState
          icon={<KeyRound size={24} aria-hidden="true" />}
          title={t("noTokens")}
          body={t("noTokensBody")}
          className="rounded-card border border-line border-dashed"
        />
      ) : (
        <ul aria-label={t("tokenList")} className="divide-y divide-line rounded-card border border-line bg-surface">
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} now={Date.now()} />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}
