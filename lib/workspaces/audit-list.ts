import type { Actor } from "@/lib/auth/actor-type";
import { requireRole } from "@/lib/auth/role";
import { getDb } from "@/lib/db/client";
import { auditActors, auditPage, namesOf } from "@/lib/db/queries/audit";
import { Uuid } from "@/lib/http/contract/common";
import type { AuditKind } from "./choices";

/** The first word of the actions of each kind. */
const FAMILIES: Record<AuditKind, string[]> = {
  members: ["member"],
  invitations: ["invitation"],
  workspace: ["workspace"],
  models: ["provider", "model"],
  tools: ["mcp_server"],
  agents: ["agent"],
  accounts: ["user", "token", "password", "sessions", "identity", "oauth"],
};
const PAGE = 50;
/** Actions whose target is a person. */
const OF_PEOPLE = /^(member|user)\.|^workspace\.ownership/;

export type AuditQuery = { person?: string | undefined; kind?: AuditKind | undefined; before?: string | undefined };

/** A page of the log; what an address says that nothing can be is left aside. */
export async function listAudit(actor: Actor, query: AuditQuery) {
  requireRole(actor, "admin");
  const db = await getDb();
  const known = (id: string | undefined) => Uuid.safeParse(id).data;
  const filter = {
    actorId: known(query.person),
    families: query.kind && FAMILIES[query.kind],
    before: known(query.before),
  };
  const [rows, people] = await Promise.all([
    auditPage(db, actor.workspaceId, filter, PAGE + 1),
    auditActors(db, actor.workspaceId),
  ]);
  const shown = rows.slice(0, PAGE);
  const targets = shown.flatMap(({ action, target }) =>
    OF_PEOPLE.test(action) && Uuid.safeParse(target).success && target ? [target] : [],
  );
  const names = await namesOf(db, [...new Set(targets)]);
  return {
    people,
    entries: shown.map((row) => ({ ...row, targetName: (row.target && names.get(row.target)) ?? null })),
    older: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>["entries"][number];
