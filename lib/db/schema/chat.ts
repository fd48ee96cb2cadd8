import type { UIMessage, UIMessageChunk } from "ai";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts";
import { createdAt, id, time } from "./columns";

export type MessageParts = UIMessage["parts"];
export type MessageRole = "user" | "assistant" | "system";
export type MessageStatus = "complete" | "running" | "interrupted" | "failed";
export type RunStatus = "running" | "complete" | "stopped" | "interrupted" | "failed";
/** `code` is a ProviderFault, `stopped`, `process_lost` or `internal`; `message` is for people, never a stack. */
export type MessageError = { code: string; message: string };
/** Tokens, as the provider counted them. */
export type MessageUsage = { input_tokens?: number; output_tokens?: number; total_tokens?: number };

// Every unique constraint and foreign key below includes the session, so that these tables can be
// partitioned or distributed by it without a change of code.

export const chatSessions = pgTable(
  "chat_sessions",
  {
    id: id().primaryKey(),
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: id("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    agentId: id("agent_id"),
    title: text("title").notNull().default(""),
    /** True once a person named it: automatic titles then leave it alone. */
    titleSet: boolean("title_set").notNull().default(false),
    /** `provider:model`; null: the workspace's default. */
    model: text("model"),
    /** The seq of the newest message; 0 in an empty session. */
    lastSeq: integer("last_seq").notNull().default(0),
    /** The payload runes of all messages together. */
    totalRunes: bigint("total_runes", { mode: "number" }).notNull().default(0),
    pinnedAt: time("pinned_at"),
    archivedAt: time("archived_at"),
    /** Set at once when a person deletes it; the rows follow in the background. */
    deletedAt: time("deleted_at"),
    forkedFromSessionId: id("forked_from_session_id"),
    forkedFromMessageId: id("forked_from_message_id"),
    createdAt: createdAt(),
    /** The last activity in it: a message written, a run ended. Renaming or pinning is none. */
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  // Ascending, and read backwards for the newest first: `order by … desc` would not match an index that drizzle-kit
  // makes with `.desc()`, which puts nulls last.
  (t) => [
    index("chat_sessions_list_idx")
      .on(t.userId, t.workspaceId, t.updatedAt, t.id)
      .where(sql`${t.deletedAt} is null and ${t.archivedAt} is null`),
    index("chat_sessions_archived_idx")
      .on(t.userId, t.workspaceId, t.updatedAt, t.id)
      .where(sql`${t.deletedAt} is null and ${t.archivedAt} is not null`),
    index("chat_sessions_pinned_idx")
      .on(t.userId, t.workspaceId, t.updatedAt, t.id)
      .where(sql`${t.deletedAt} is null and ${t.pinnedAt} is not null`),
    index("chat_sessions_deleted_idx").on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
);

const messageColumns = {
  sessionId: id("session_id").notNull(),
  id: id().notNull(),
  seq: integer("seq").notNull(),
  role: text("role").$type<MessageRole>().notNull(),
  /** The speaker as shown, where it is not simply the user or the model. */
  name: text("name"),
  parts: jsonb("parts").$type<MessageParts>().notNull(),
  /** Plain-text projection of the parts. */
  text: text("text").notNull(),
  /** What this message adds to a payload, fixed overhead included; 0 where it never enters one (failed, running). */
  runes: integer("runes").notNull(),
  /** The sum of `runes` of all earlier messages: one index probe finds how far back a budget reaches. */
  runesBefore: bigint("runes_before", { mode: "number" }).notNull(),
  status: text("status").$type<MessageStatus>().notNull().default("complete"),
  error: jsonb("error").$type<MessageError>(),
  model: text("model"),
  usage: jsonb("usage").$type<MessageUsage>(),
  /** The run that wrote an assistant's message. */
  runId: id("run_id"),
  createdAt: createdAt(),
};

export const chatMessages = pgTable("chat_messages", messageColumns, (t) => [
  primaryKey({ columns: [t.sessionId, t.id] }),
  unique("chat_messages_seq_key").on(t.sessionId, t.seq),
  foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
  index("chat_messages_id_idx").on(t.id),
  index("chat_messages_turns_idx").on(t.sessionId, t.seq).where(sql`${t.role} = 'user'`),
  index("chat_messages_budget_idx").on(t.sessionId, t.runesBefore).where(sql`${t.role} = 'user'`),
  check("chat_messages_role_known", sql`${t.role} in ('user', 'assistant', 'system')`),
  check("chat_messages_status_known", sql`${t.status} in ('complete', 'running', 'interrupted', 'failed')`),
  check("chat_messages_seq_positive", sql`${t.seq} > 0`),
]);

export const chatRuns = pgTable(
  "chat_runs",
  {
    sessionId: id("session_id").notNull(),
    id: id().notNull(),
    userMessageId: id("user_message_id").notNull(),
    /** SHA-256 of the user message as sent: the same id with other content is a conflict. */
    requestHash: text("request_hash").notNull(),
    assistantMessageId: id("assistant_message_id").notNull(),
    status: text("status").$type<RunStatus>().notNull(),
    error: jsonb("error").$type<MessageError>(),
    model: text("model").notNull(),
    /** The process that runs it. */
    owner: text("owner").notNull(),
    leaseUntil: time("lease_until").notNull(),
    stopRequestedAt: time("stop_requested_at"),
    createdAt: createdAt(),
    endedAt: time("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.id] }),
    unique("chat_runs_user_message_key").on(t.sessionId, t.userMessageId),
    foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
    index("chat_runs_id_idx").on(t.id),
    uniqueIndex("chat_runs_active_key").on(t.sessionId).where(sql`${t.status} = 'running'`),
    index("chat_runs_lease_idx").on(t.leaseUntil).where(sql`${t.status} = 'running'`),
    check("chat_runs_status_known", sql`${t.status} in ('running', 'complete', 'stopped', 'interrupted', 'failed')`),
  ],
);

/** The stream of a running run, in batches; gone when the run has ended. */
export const chatRunEvents = pgTable(
  "chat_run_events",
  {
    sessionId: id("session_id").notNull(),
    runId: id("run_id").notNull(),
    /** The position after the last chunk: a delta is as long as its text, every other chunk is 1. */
    lastN: integer("last_n").notNull(),
    chunks: jsonb("chunks").$type<UIMessageChunk[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.runId, t.lastN] }),
    foreignKey({ columns: [t.sessionId, t.runId], foreignColumns: [chatRuns.sessionId, chatRuns.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** A cut-off tail, kept for undo. */
export const truncations = pgTable(
  "truncations",
  {
    sessionId: id("session_id").notNull(),
    id: id().notNull(),
    fromSeq: integer("from_seq").notNull(),
    toSeq: integer("to_seq").notNull(),
    createdAt: createdAt(),
    undoneAt: time("undone_at"),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.id] }),
    foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
    index("truncations_id_idx").on(t.id),
  ],
);

export const truncatedMessages = pgTable(
  "truncated_messages",
  { ...messageColumns, truncationId: id("truncation_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.truncationId, t.seq] }),
    foreignKey({
      name: "truncated_messages_truncation_fk",
      columns: [t.sessionId, t.truncationId],
      foreignColumns: [truncations.sessionId, truncations.id],
    }).onDelete("cascade"),
  ],
);

export type SessionRow = typeof chatSessions.$inferSelect;
export type MessageRow = typeof chatMessages.$inferSelect;
export type RunRow = typeof chatRuns.$inferSelect;
export type TruncationRow = typeof truncations.$inferSelect;
