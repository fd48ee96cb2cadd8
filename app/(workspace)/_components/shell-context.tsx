"use client";

import { createContext, useContext } from "react";

export type ShellState = {
  /** Whether the sidebar is out of sight on a wide screen. */
  collapsed: boolean;
  drawerOpen: boolean;
  /** Brings the sidebar: beside the page where there is room, over it on phones. */
  openSidebar: () => void;
  closeSidebar: () => void;
  toggleSidebar: () => void;
  /** Finds everything, by ⌘K too. */
  openPalette: () => void;
};

export const ShellContext = createContext<ShellState | null>(null);

export function useShell(): ShellState {
  const state = useContext(ShellContext);
  if (!state) throw new Error("useShell is for pages inside the workspace's shell");
  return state;
}
