"use client";

import { Boxes, KeyRound, ShieldCheck, UserRound, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { SectionNav } from "../../_components/section-nav";

export function SettingsNav() {
  const t = useTranslations("shell");
  const pages = [
    { href: "/settings/profile", label: t("settingsProfile"), icon: UserRound },
    { href: "/settings/security", label: t("settingsSecurity"), icon: ShieldCheck },
    { href: "/settings/tokens", label: t("settingsTokens"), icon: KeyRound },
    { href: "/settings/workspace", label: t("settingsWorkspace"), icon: UsersRound },
    { href: "/settings/models", label: t("settingsModels"), icon: Boxes },
  ];
  return <SectionNav label={t("settingsNav")} pages={pages} />;
}
