"use client";

import { ChevronsUpDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTransition } from "react";
import { applyTheme, useTheme } from "@/app/_components/theme";
import { Menu, type MenuEntry } from "@/app/_components/ui/menu";
import { toast } from "@/app/_components/ui/toast";
import type { Locale } from "@/lib/auth/actor-type";
import type { Theme } from "@/lib/i18n/locale";
import { switchTo } from "../settings/workspace/actions";
import { saveLook, signOut } from "./actions";
import type { ShellUser, ShellWorkspace } from "./shell";
import { useOtherWorkspace } from "./use-other-workspace";

/** Each in its own words: whoever looks for theirs may not read the others. */
const languages: { locale: Locale; name: string; sign: string }[] = [
  { locale: "en", name: "English", sign: "A" },
  { locale: "zh-CN", name: "简体中文", sign: "文" },
];

/** The rest is in the settings. */
const WORKSPACES = 6;

export function AccountMenu({ user, workspaces }: { user: ShellUser; workspaces: readonly ShellWorkspace[] }) {
  const t = useTranslations("shell");
  const tProblem = useTranslations("problems");
  const router = useRouter();
  const locale = useLocale();
  const theme = useTheme();
  const [, startTransition] = useTransition();
  const [, go] = useOtherWorkspace();
  const current = workspaces.find((each) => each.current);
  // Somebody who has only one is not asked to think of workspaces at all.
  const several = workspaces.length > 1 && current !== undefined;

  const save = (look: { theme?: Theme; locale?: Locale }) =>
    startTransition(async () => {
      const saved = await saveLook(look).catch(() => false);
      if (!saved) toast.error(tProblem("unexpected"));
    });
  const choose = (next: Theme) => {
    applyTheme(next);
    save({ theme: next });
  };
  const themes: { theme: Theme; label: string }[] = [
    { theme: "system", label: t("themeSystem") },
    { theme: "light", label: t("themeLight") },
    { theme: "dark", label: t("themeDark") },
  ];
  const items: MenuEntry[] = [
    { label: t("settings"), icon: "settings", href: "/settings/profile" },
    ...(user.manages ? [{ label: t("workspace"), icon: "connection" as const, href: "/admin/members" }] : []),
    ...(several
      ? [
          { type: "separator" as const },
          { type: "heading" as const, label: t("workspaces") },
          ...workspaces.slice(0, WORKSPACES).map(({ id, name, current }) => ({
            label: name,
            checked: current,
            onSelect: () => current || go(() => switchTo(id)),
          })),
          ...(workspaces.length > WORKSPACES ? [{ label: t("allWorkspaces"), href: "/settings/workspace" }] : []),
        ]
      : []),
    { type: "separator" },
    { type: "heading", label: t("theme") },
    ...themes.map((each) => ({
      label: each.label,
      icon: each.theme,
      checked: theme === each.theme,
      onSelect: () => choose(each.theme),
    })),
    { type: "separator" },
    { type: "heading", label: t("language") },
    ...languages.map((each) => ({
      label: each.name,
      icon: <Sign>{each.sign}</Sign>,
      checked: locale === each.locale,
      onSelect: () => each.locale !== locale && save({ locale: each.locale }),
    })),
    { type: "separator" },
    {
      label: t("signOut"),
      icon: "signOut",
      onSelect: () => startTransition(async () => router.replace(await signOut())),
    },
  ];

  return (
    <Menu
      wide
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t("account", { name: user.name })}
          className="touch-target mt-0.5 flex h-11 w-full items-center gap-2.5 rounded-control px-2 text-left text-sm transition-colors duration-75 hover:bg-ink/5 aria-expanded:bg-ink/6"
        >
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent text-xs"
          >
            {initial(user.name)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium leading-5" dir="auto">
              {user.name}
            </span>
            {several && (
              <span className="block truncate text-ink-muted text-xs leading-4" dir="auto">
                {current.name}
              </span>
            )}
          </span>
          <ChevronsUpDown aria-hidden="true" size={15} className="shrink-0 text-ink-faint" />
        </button>
      }
      items={items}
    />
  );
}

function Sign({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="block w-4 text-center font-medium text-[13px] leading-4">
      {children}
    </span>
  );
}

/** The first letter as a reader sees it: names may begin with a joined emoji. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? "";
}
