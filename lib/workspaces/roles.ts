import type { Actor, Role } from "@/lib/auth/actor-type";
import { AppError } from "@/lib/errors";

/** Who may do what in a workspace. Pure. */
export function requireRole(actor: Pick<Actor, "role">, role: "owner" | "admin"): void {
  if (actor.role !== "owner" && actor.role !== role) throw new AppError("missing_role", { role });
}

/** Only owners make or unmake owners and admins; admins see to members. */
export function mayChange(actor: Role, member: { from: Role; to: Role | null }): boolean {
  if (actor === "owner") return true;
  return actor === "admin" && member.from === "member" && (member.to === null || member.to === "member");
}
