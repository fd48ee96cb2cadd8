/** What somebody is writing into a summary, and which version they began from. */
export type Draft = {
  base: number;
  text: string;
  /** Their own words, while the newer summary is shown in their place. */
  mine: string | null;
  /** Somebody else, or a roll, was quicker. */
  conflict: boolean;
};

/** Kept for as long as the tab is there: a panel that is closed by mistake loses nothing. */
export const drafts = new Map<string, Draft>();
