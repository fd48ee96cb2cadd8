import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, time } from "./columns";

export const users = pgTable(
  "users",
  {
    id: id().primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** argon2id, PHC form; null for people who only sign in through a provider. */
    passwordHash: text("password_hash"),
    locale: text("locale").notNull().default("en"),
    theme: text("theme").notNull().default("system"),
    timeZone: text("time_zone").notNull().default("UTC"),
    /** A cookie carries the epoch it was issued in; raising it signs out everywhere. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    /** Set when the account is deleted: it names nobody any more and goes when its conversations are gone. */
    deletedAt: time("deleted_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("users_email_key").on(t.email),
    index("users_deleted_idx").on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    check("users_email_lower", sql`${t.email} = lower(${t.email})`),
    check("users_theme_known", sql`${t.theme} in ('system', 'light', 'dark')`),
  ],
);

/** OAuth identities of a user. */
export const accounts = pgTable(
  "accounts",
  {
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    userId: id("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerAccountId] }), index("accounts_user_idx").on(t.userId)],
);

/** Forces a toggle of all agents of the workspace; an absent one is each agent's own. */
export type WorkspacePolicy = { memory_auto_append?: boolean; memory_auto_extract?: boolean };

export const workspaces = pgTable("workspaces", {
  id: id().primaryKey(),
  name: text("name").notNull(),
  /** New accounts join it. */
  isHome: boolean("is_home").notNull().default(false),
  /** `provider:model`; null: the first that is on offer. */
  defaultModel: text("default_model"),
  policy: jsonb("policy").$type<WorkspacePolicy>().notNull().default({}),
  createdAt: createdAt(),
});

export const workspaceMembers = pgTable(
  "workspace_members",
  {
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: id("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["owner", "admin", "member"] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    index("workspace_members_user_idx").on(t.userId),
    check("workspace_members_role_known", sql`${t.role} in ('owner', 'admin', 'member')`),
  ],
);

/** A link that lets one person into a workspace, once. */
export const invitations = pgTable(
  "invitations",
  {
    id: id().primaryKey(),
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text("token_hash").notNull(),
    /** For whom, as its maker noted it; it binds nobody. */
    note: text("note").notNull().default(""),
    invitedBy: id("invited_by").references(() => users.id, { onDelete: "set null" }),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
    usedBy: id("used_by").references(() => users.id, { onDelete: "set null" }),
    revokedAt: time("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("invitations_hash_key").on(t.tokenHash),
    index("invitations_workspace_idx").on(t.workspaceId, t.createdAt),
    check("invitations_role_known", sql`${t.role} in ('admin', 'member')`),
  ],
);

export const apiTokens = pgTable(
  "api_tokens",
  {
    id: id().primaryKey(),
    userId: id("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, hex. The token has 256 random bits, so a fast hash is enough. */
    tokenHash: text("token_hash").notNull(),
    /** The last four characters, to tell tokens apart in the list. */
    hint: text("hint").notNull(),
    scopes: text("scopes", { enum: ["read", "write"] })
      .array()
      .notNull(),
    lastUsedAt: time("last_used_at"),
    expiresAt: time("expires_at"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("api_tokens_hash_key").on(t.tokenHash), index("api_tokens_user_idx").on(t.userId)],
);

/** Who changed what, never secrets and never message text. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id().primaryKey(),
    workspaceId: id("workspace_id").references(() => workspaces.id, { onDelete: "cascade" }),
    actorId: id("actor_id").references(() => users.id, { onDelete: "set null" }),
    action: text("action").notNull(),
    target: text("target"),
    details: jsonb("details").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index("audit_log_workspace_idx").on(t.workspaceId, t.createdAt, t.id)],
);

/** Fixed-window counters, shared by all processes. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    hits: integer("hits").notNull(),
    resetsAt: time("resets_at").notNull(),
  },
  (t) => [index("rate_limits_resets_idx").on(t.resetsAt)],
);
