import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Notice } from "@/app/_components/ui/notice";
import { pageActor } from "@/lib/auth/page-actor";
import { offeredProviders } from "@/lib/auth/providers";
import { waysIn } from "@/lib/auth/security";
import { SettingsPage, SettingsSection } from "../_components/settings-section";
import { DeleteAccount } from "./_components/delete-account";
import { PasswordForm } from "./_components/password-form";
import { SignOutEverywhere } from "./_components/sign-out-everywhere";
import { WaysInList } from "./_components/ways-in-list";

type Search = Promise<{ [key: string]: string | string[] | undefined }>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("securityTitle") };
}

export default async function SecurityPage({ searchParams }: { searchParams: Search }) {
  const actor = await pageActor("/settings/security");
  const [t, { notice, error, provider }, ways] = [
    await getTranslations("settings"),
    await searchParams,
    await waysIn(actor),
  ];
  const offered = offeredProviders();
  const named = offered.find(({ id }) => id === provider)?.name;
  return (
    <SettingsPage title={t("securityTitle")} intro={t("securityIntro")}>
      {notice === "password_removed" && !ways.hasPassword && (
        <Notice tone="neutral">
          {t("passwordRemoved", {
            provider: offered.find(({ id }) => id === ways.providers.at(-1))?.name ?? t("passwordRemovedAnyProvider"),
            email: ways.email,
          })}
        </Notice>
      )}
      {error && named && (
        <Notice tone="danger">
          {t(error === "identity_in_use" ? "identityInUse" : "connectFailed", { provider: named })}
        </Notice>
      )}
      <SettingsSection
        title={t(ways.hasPassword ? "changePassword" : "setPassword")}
        intro={t(ways.hasPassword ? "changePasswordIntro" : "setPasswordIntro")}
      >
        <PasswordForm hasPassword={ways.hasPassword} email={ways.email} />
      </SettingsSection>
      {(offered.length > 0 || ways.providers.length > 0) && (
        <SettingsSection title={t("waysIn")}>
          <WaysInList hasPassword={ways.hasPassword} offered={offered} connected={ways.providers} />
        </SettingsSection>
      )}
      <SettingsSection title={t("sessions")} intro={t("sessionsIntro")}>
        <SignOutEverywhere />
      </SettingsSection>
      <SettingsSection title={t("deleteAccount")} intro={t("deleteAccountIntro")}>
        <DeleteAccount hasPassword={ways.hasPassword} />
      </SettingsSection>
    </SettingsPage>
  );
}
