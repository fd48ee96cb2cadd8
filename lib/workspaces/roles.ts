import type { Role } from "@/lib/auth/actor-type";

/** Pure. Only owners make or unmake owners and admins; admins see to members. */
export function mayChange(actor: Role, member: { from: Role; to: Role | null }): boolean {
  if (actor === "owner") return true;
  return actor === "admin" && member.from === "member" && (member.to === null || member.to === "member");
}
