/** What a list of conversations holds. `pinned` absent: both. */
export type SessionFilters = { q: string; archived: boolean; pinned?: boolean };

export const queryKeys = {
  /** Every list of conversations, whatever its filters. */
  allSessions: ["sessions"] as const,
  sessions: (filters: SessionFilters) => ["sessions", filters] as const,
  session: (id: string) => ["session", id] as const,
  history: (id: string, around?: string) => ["history", id, around ?? "live"] as const,
  context: (id: string) => ["context", id] as const,
  payload: (id: string) => ["context", id, "payload"] as const,
  turns: (id: string, q: string) => ["turns", id, q] as const,
  models: ["models"] as const,
  search: (filters: Record<string, string>) => ["search", filters] as const,
  palette: (what: string, q: string) => ["palette", what, q] as const,
};
