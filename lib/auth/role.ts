import { AppError } from "@/lib/errors";
import type { Actor } from "./actor-type";

export function requireRole(actor: Pick<Actor, "role">, role: "owner" | "admin"): void {
  if (actor.role !== "owner" && actor.role !== role) throw new AppError("missing_role", { role });
}
