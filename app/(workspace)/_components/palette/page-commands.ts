"use client";

import { useEffect, useRef } from "react";
import type { Session } from "@/lib/http/contract/sessions";

/** What the page that is open lets the palette do. */
export type PageCommands = {
  session?: Session;
  rename?: () => void;
  remove?: () => void;
  rail?: () => void;
  inspector?: () => void;
  latest?: () => void;
};

const given = new Set<{ current: PageCommands }>();

/** Offers these in the palette for as long as the component is there. */
export function usePageCommands(commands: PageCommands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    given.add(latest);
    return () => {
      given.delete(latest);
    };
  }, []);
}

/** What can be done on the page as it is now. */
export function pageCommands(): PageCommands {
  return Object.assign({}, ...[...given].map(({ current }) => current));
}
