import type { MessageSearch } from "@/lib/search/messages";

/** What the address of the search page holds. */
export type Filters = {
  q: string;
  agent: string;
  session: string;
  who: "" | "user" | "assistant";
  from: string;
  to: string;
};

export const NO_FILTERS: Filters = { q: "", agent: "", session: "", who: "", from: "", to: "" };
export const MOST_TYPED = 1_000;

/** The address of the page with these. */
export function searchPath(filters: Partial<Filters>): string {
  const entries = Object.entries({ ...NO_FILTERS, ...filters }).filter(([, value]) => value !== "");
  const text = new URLSearchParams(entries).toString();
  return `/search${text && `?${text}`}`;
}

export const isFiltered = ({ q: _, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== "");

/** As the search in lib takes them. */
export const searchOf = ({ q, agent, session, who, from, to }: Filters): MessageSearch => ({
  q,
  ...(agent && { agentId: agent }),
  ...(session && { sessionId: session }),
  ...(who && { role: who }),
  ...(from && { from }),
  ...(to && { to }),
});

/** As its call takes them. */
export const queryOf = ({ q, agent, session, who, from, to }: Filters) => ({
  q,
  agent_id: agent,
  session_id: session,
  role: who,
  from,
  to,
});
