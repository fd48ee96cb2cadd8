export const KINDS = ["fact", "preference", "decision", "event", "task", "note"] as const;
export type Kind = (typeof KINDS)[number];
