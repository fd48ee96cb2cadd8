"use client";

import { Blocks, Bot, ScrollText, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { SectionNav } from "../../_components/section-nav";

export function AdminNav() {
  const t = useTranslations("admin");
  const pages = [
    { href: "/admin/members", label: t("members"), icon: UsersRound },
    { href: "/admin/agents", label: t("agents"), icon: Bot },
    { href: "/admin/tools", label: t("tools"), icon: Blocks },
    { href: "/admin/audit", label: t("audit"), icon: ScrollText },
  ];
  return <SectionNav label={t("title")} pages={pages} />;
}
