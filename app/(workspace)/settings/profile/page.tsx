import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageActor } from "@/lib/auth/page-actor";
import { readProfile } from "@/lib/auth/profile";
import { SettingsPage } from "../_components/settings-section";
import { LookChoices } from "./_components/look-choices";
import { ProfileForm } from "./_components/profile-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("profileTitle") };
}

export default async function ProfilePage() {
  const profile = await readProfile(await pageActor("/settings/profile"));
  const t = await getTranslations("settings");
  // The zone that is set may be one that this runtime knows under another name only.
  const timeZones = [...new Set(["UTC", profile.timeZone, ...Intl.supportedValuesOf("timeZone")])].sort();
  return (
    <SettingsPage title={t("profileTitle")} intro={t("profileIntro")}>
      <div className="max-w-104 space-y-8">
        <ProfileForm name={profile.name} email={profile.email} timeZone={profile.timeZone} timeZones={timeZones} />
        <LookChoices savedTheme={profile.theme} />
      </div>
    </SettingsPage>
  );
}
