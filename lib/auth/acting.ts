import type { Actor, Locale, Role } from "@/lib/auth/actor-type";
import type { Scope } from "@/lib/errors";

/** A user in their workspace, as the queries answer it. */
export type ActingRow = { userId: string; workspaceId: string; role: Role; locale: string; timeZone: string };

export const ALL_SCOPES: readonly Scope[] = ["read", "write"];

export function toActor({ userId, workspaceId, role, locale, timeZone }: ActingRow, scopes: readonly Scope[]): Actor {
  return { userId, workspaceId, role, scopes, locale: toLocale(locale), timeZone };
}

export function toLocale(stored: string): Locale {
  return stored === "zh-CN" ? "zh-CN" : "en";
}
