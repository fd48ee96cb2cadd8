"use client";

import clsx from "clsx";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AgentLook } from "@/app/_components/agent-mark";
import { surely } from "@/app/_components/surely";
import { toast } from "@/app/_components/ui/toast";
import { isPaletteKey } from "./palette/palette-key";
import { ShellContext } from "./shell-context";
import { Sidebar } from "./sidebar";
import { rememberSidebar } from "./sidebar-memory";

/** `manages`: an owner or an admin. */
export type ShellUser = { id: string; name: string; email: string; manages: boolean };
/** One that the person is a member of. */
export type ShellWorkspace = { id: string; name: string; current: boolean };
export type ShellAgent = AgentLook & { id: string };

const Palette = lazy(surely(() => import("./palette/palette")));

const WIDE = "(min-width: 48rem)";

/** The frame of the workspace: the sidebar (beside the page, or a drawer on phones) and the page. */
export function Shell({
  user,
  workspaces,
  now,
  timeZone,
  agents,
  initiallyCollapsed,
  children,
}: {
  user: ShellUser;
  workspaces: readonly ShellWorkspace[];
  now: number;
  timeZone: string;
  agents: readonly ShellAgent[];
  initiallyCollapsed: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("shell");
  const router = useRouter();
  const pathname = usePathname();
  const aside = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [finding, setFinding] = useState(false);

  const collapse = useCallback((next: boolean) => {
    setCollapsed(next);
    rememberSidebar(next);
  }, []);
  const openSidebar = useCallback(() => {
    opener.current = document.activeElement;
    if (window.matchMedia(WIDE).matches) collapse(false);
    else setDrawerOpen(true);
    requestAnimationFrame(() => aside.current?.querySelector<HTMLElement>("[data-sidebar-close]")?.focus());
  }, [collapse]);
  const closeDrawer = useCallback(() => {
    setDrawerOpen(false);
    const back = opener.current;
    if (back instanceof HTMLElement) requestAnimationFrame(() => back.focus());
  }, []);
  const closeSidebar = useCallback(() => {
    if (window.matchMedia(WIDE).matches) {
      collapse(true);
      requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-sidebar-open]")?.focus());
    } else closeDrawer();
  }, [collapse, closeDrawer]);

  const toggleSidebar = useCallback(() => {
    const aside = document.getElementById("sidebar");
    if (aside && getComputedStyle(aside).visibility === "visible" && aside.offsetWidth > 0) closeSidebar();
    else openSidebar();
  }, [closeSidebar, openSidebar]);
  const openPalette = useCallback(() => setFinding(true), []);
  const closePalette = useCallback(() => setFinding(false), []);

  // Whatever was chosen in the drawer is what the person wants to see now.
  const [shownPath, setShownPath] = useState(pathname);
  if (shownPath !== pathname) {
    setShownPath(pathname);
    setDrawerOpen(false);
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, shiftKey, metaKey, ctrlKey } = event;
      if (key === "Escape" && drawerOpen && !event.defaultPrevented) closeDrawer();
      if (isPaletteKey(event)) {
        event.preventDefault();
        // Over a question that waits for an answer nothing else opens.
        const asked = document.querySelector('[role="dialog"], [role="alertdialog"]');
        setFinding((open) => !open && !asked);
      }
      if (shiftKey && (metaKey || ctrlKey) && key.toLowerCase() === "o") {
        event.preventDefault();
        if (pathname === "/") document.querySelector<HTMLElement>("main textarea")?.focus();
        else router.push("/");
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [drawerOpen, closeDrawer, pathname, router]);

  const onRemovedElsewhere = useCallback(
    (id: string) => {
      if (pathname !== `/c/${id}`) return;
      router.replace("/");
      toast(t("deletedElsewhere"));
    },
    [pathname, router, t],
  );

  const state = useMemo(
    () => ({ collapsed, drawerOpen, openSidebar, closeSidebar, toggleSidebar, openPalette }),
    [collapsed, drawerOpen, openSidebar, closeSidebar, toggleSidebar, openPalette],
  );
  return (
    <ShellContext value={state}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-90 -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-on-accent text-sm focus:translate-y-0"
      >
        {t("skipToContent")}
      </a>
      <div className="flex h-dvh overflow-hidden">
        <div
          aria-hidden="true"
          onClick={closeDrawer}
          className={clsx("fixed inset-0 z-40 animate-fade bg-scrim md:hidden", !drawerOpen && "hidden")}
        />
        <aside
          ref={aside}
          id="sidebar"
          aria-label={t("sidebar")}
          className={clsx(
            "@container z-50 flex w-70 shrink-0 flex-col border-line border-r bg-sunken",
            "max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:w-[min(20rem,88vw)] max-md:duration-150 max-md:ease-out",
            // Opening, it is visible at once and can take the focus; closing, only when it is out.
            drawerOpen
              ? "max-md:shadow-raised max-md:transition-[translate]"
              : "max-md:invisible max-md:-translate-x-full max-md:transition-[translate,visibility]",
            collapsed && "md:hidden",
          )}
        >
          <Sidebar
            user={user}
            workspaces={workspaces}
            now={now}
            timeZone={timeZone}
            agents={agents}
            onRemovedElsewhere={onRemovedElsewhere}
          />
        </aside>
        <main
          id="content"
          tabIndex={-1}
          inert={drawerOpen}
          className="relative flex min-w-0 flex-1 flex-col outline-none"
        >
          {children}
        </main>
      </div>
      {finding && (
        <Suspense fallback={null}>
          <Palette manages={user.manages} onClose={closePalette} />
        </Suspense>
      )}
    </ShellContext>
  );
}
