"use client";

import clsx from "clsx";
import { PanelLeftOpen, SquarePen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/app/_components/ui/icon-button";
import { tooltip } from "@/app/_components/ui/tooltip";
import { PaletteIconButton } from "./palette/palette-button";
import { useShell } from "./shell-context";

/** The way back to the sidebar while it is out of sight: every page of the workspace has it at its top left. */
export function SidebarToggle({ className }: { className?: string }) {
  const t = useTranslations("shell");
  const { collapsed, drawerOpen, openSidebar } = useShell();
  return (
    <div className={clsx("flex items-center gap-0.5", !collapsed && "md:hidden", className)}>
      <IconButton
        label={t("openSidebar")}
        aria-controls="sidebar"
        aria-expanded={drawerOpen}
        data-sidebar-open
        onClick={openSidebar}
      >
        <PanelLeftOpen aria-hidden="true" size={18} />
      </IconButton>
      <PaletteIconButton />
      <Link
        href="/"
        aria-label={t("newConversation")}
        {...tooltip(t("newConversation"))}
        className="touch-target hidden size-9 items-center justify-center rounded-control text-ink-muted hover:bg-ink/6 hover:text-ink md:inline-flex"
      >
        <SquarePen aria-hidden="true" size={17} />
      </Link>
    </div>
  );
}

/** The top of a page: the way to the sidebar, what this is, and what can be done with it. */
export function PageHeader({
  title,
  before,
  actions,
  className,
}: {
  title: ReactNode;
  /** Stands before the title, at its own width. */
  before?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <header className={clsx("flex h-13 shrink-0 items-center gap-2 px-2 sm:px-3", className)}>
      <SidebarToggle />
      {before}
      <div className="min-w-0 flex-1 px-1">{title}</div>
      {actions && <div className="flex shrink-0 items-center gap-0.5">{actions}</div>}
    </header>
  );
}
