import type { Scope } from "@/lib/errors";

export type Role = "owner" | "admin" | "member";
export type Locale = "en" | "zh-CN";

/** Somebody who is signed in, in whatever workspace or none. */
export type Person = { userId: string; name: string; locale: Locale };

/** On whose behalf something is done. Every function that touches someone's data takes it first. */
export type Actor = {
  userId: string;
  workspaceId: string;
  role: Role;
  scopes: readonly Scope[];
  locale: Locale;
  timeZone: string;
};
