import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { agentElsewhere, sessionElsewhere } from "@/lib/db/queries/elsewhere";
import { Uuid } from "@/lib/http/contract/common";

/** A conversation or an agent, as an address names it. */
export type Linked = { kind: "session" | "agent"; id: string };

const LINK = /^\/(c|agents)\/([^/?#]+)/;

/** What an address of this site leads to, where it is one of a conversation or an agent. */
export function linked(path: string): Linked | null {
  const [, kind, id = ""] = LINK.exec(path) ?? [];
  return Uuid.safeParse(id).success ? { kind: kind === "c" ? "session" : "agent", id } : null;
}

/** In which other workspace of the actor's it is theirs to open; null: in none, as for one that is not there at all. */
export async function elsewhere(actor: Actor, { kind, id }: Linked): Promise<{ id: string; name: string } | null> {
  if (!Uuid.safeParse(id).success) return null;
  const db = await getDb();
  return (await (kind === "session" ? sessionElsewhere(db, actor, id) : agentElsewhere(db, actor, id))) ?? null;
}
