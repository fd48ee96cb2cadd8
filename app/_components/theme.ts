"use client";

import { useSyncExternalStore } from "react";
import type { Theme } from "@/lib/i18n/locale";

// The attribute on <html> is the one place where the theme is kept: the server writes it, a choice changes it.

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function read(): Theme {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** The chosen theme; `system` follows the device. `onServer`: the one that the server wrote, where the page shows it. */
export function useTheme(onServer: Theme = "system"): Theme {
  return useSyncExternalStore(subscribe, read, () => onServer);
}

/** Shows the theme at once. Saving it is the caller's. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

const systemDark = () => window.matchMedia("(prefers-color-scheme: dark)");

function subscribeToSystem(listener: () => void): () => void {
  const query = systemDark();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the page is dark now. Only for what style sheets cannot reach; false until the page is hydrated. */
export function useIsDark(): boolean {
  const theme = useTheme();
  const system = useSyncExternalStore(
    subscribeToSystem,
    () => systemDark().matches,
    () => false,
  );
  return theme === "system" ? system : theme === "dark";
}
