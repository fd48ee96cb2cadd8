import type { ReactNode } from "react";

/** One line of the palette. */
export type Entry = {
  /** Its own, whatever is found around it. */
  id: string;
  icon: ReactNode;
  title: string;
  /** Other words for it, in any language. */
  also?: string;
  /** Small words below the title, or beside it. */
  detail?: ReactNode;
  aside?: string;
  /** Where it leads, or what it does. */
  go: string | (() => void);
};

export type EntryGroup = { id: string; label: string; entries: Entry[]; stale?: boolean };
