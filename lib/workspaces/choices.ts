import type { Role } from "@/lib/auth/actor-type";

// What a person can choose on the pages of a workspace: the browser knows it too, so nothing of the server is here.

export const ROLES = ["owner", "admin", "member"] as const satisfies readonly Role[];

/** Who decides what agents keep by themselves: each of them, or the workspace for all. */
export const RULES = ["agent", "on", "off"] as const;
export type Rule = (typeof RULES)[number];

export const INVITATION_DAYS = [1, 7, 30] as const;

export const AUDIT_KINDS = ["members", "invitations", "workspace", "models", "tools", "agents", "accounts"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
