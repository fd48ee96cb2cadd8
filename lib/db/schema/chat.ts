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
  real,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts";
import { createdAt, id, terms, time } from "./columns";

export type MessageParts = UIMessage["parts"];
export type MessageRole = "user" | "assistant" | "system";
export type MessageStatus = "complete" | "running" | "interrupted" | "failed";
export type RunStatus = "running" | "complete" | "stopped" | "interrupted" | "failed";
/** `code` is a ProviderFault, `stopped`, `process_lost` or `internal`; `message` is for people, never a stack. */
export type MessageError = { code: string; message: string };
/** Tokens, as the provider counted them. */
export type MessageUsage = { input_tokens?: number; output_tokens?: number; total_tokens?: number };
/** `cost_usd`: in dollars, by the model's prices at that time; absent where they were not known. */
export type RollUsage = MessageUsage & { cost_usd?: number };

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
    /** What the agent's instructions and memory added to the newest payload, in runes; 0 without an agent. */
    promptRunes: integer("prompt_runes").notNull().default(0),
    title: text("title").notNull().default(""),
    /** True once a person named it: automatic titles then leave it alone. */
    titleSet: boolean("title_set").notNull().default(false),
    /** `provider:model`; null: the workspace's default. */
    model: text("model"),
    /** The seq of the newest message; 0 in an empty session. */
    lastSeq: integer("last_seq").notNull().default(0),
    /** The payload runes of all messages together. */
    totalRunes: bigint("total_runes", { mode: "number" }).notNull().default(0),
    /** The rolling summary of all messages before `verbatimSinceSeq`; "" where nothing was rolled. Up to 16,000 runes. */
    contextSummary: text("context_summary").notNull().default(""),
    contextSummaryRunes: integer("context_summary_runes").notNull().default(0),
    /** The version in `context_rolls` that holds now; 0: no summary. A truncate puts an older one back. */
    contextVersion: integer("context_version").notNull().default(0),
    /** The anchor: the first message that the model gets word by word. */
    verbatimSinceSeq: integer("verbatim_since_seq").notNull().default(1),
    verbatimSinceMessageId: id("verbatim_since_message_id"),
    verbatimSinceAt: time("verbatim_since_at"),
    /** The payload runes of all messages before the anchor, so that the verbatim window's size is a subtraction. */
    coveredRunes: bigint("covered_runes", { mode: "number" }).notNull().default(0),
    /** Runes that an estimated token stands for in what was said lately; null until something was said. */
    runesPerToken: real("runes_per_token"),
    pinnedAt: time("pinned_at"),
    archivedAt: time("archived_at"),
    /** Set at once when a person deletes it; the rows follow in the background. */
    deletedAt: time("deleted_at"),
    forkedFromSessionId: id("forked_from_session_id"),
    forkedFromMessageId: id("forked_from_message_id"),
    /** Tools that its person has allowed for all of this conversation, by name. */
    allowedTools: text("allowed_tools").array().notNull().default([]),
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
    // Led by the agent, so that an agent can let go of everybody's conversations.
    index("chat_sessions_agent_idx")
      .on(t.agentId, t.userId, t.workspaceId, t.updatedAt, t.id)
      .where(sql`${t.agentId} is not null`),
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
  /** What it is found by; null: not indexed yet. Empty while it is being written. */
  terms: terms(),
  createdAt: createdAt(),
};

export const chatMessages = pgTable("chat_messages", messageColumns, (t) => [
  primaryKey({ columns: [t.sessionId, t.id] }),
  unique("chat_messages_seq_key").on(t.sessionId, t.seq),
  foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
  index("chat_messages_id_idx").on(t.id),
  index("chat_messages_turns_idx").on(t.sessionId, t.seq).where(sql`${t.role} = 'user'`),
  index("chat_messages_budget_idx").on(t.sessionId, t.runesBefore).where(sql`${t.role} = 'user'`),
  // A small list of what is not merged yet: each search reads all of it.
  index("chat_messages_terms_idx").using("gin", t.terms).with({ gin_pending_list_limit: 256 }),
  index("chat_messages_unindexed_idx").on(t.sessionId, t.seq).where(sql`${t.terms} is null`),
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

/** A call of a tool that waits, or waited, for its person to allow it. */
export const toolApprovals = pgTable(
  "tool_approvals",
  {
    sessionId: id("session_id").notNull(),
    runId: id("run_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    tool: text("tool").notNull(),
    /** Null: not answered yet. */
    allowed: boolean("allowed"),
    createdAt: createdAt(),
    answeredAt: time("answered_at"),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.runId, t.toolCallId] }),
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
    /** The message before the cut, which tells all that stood before it; null: it was cut from the first on. */
    afterMessageId: id("after_message_id"),
    /** The version of the summary before the cut: undo gives back exactly that context. */
    contextVersion: integer("context_version").notNull().default(0),
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

/**
 * Why a roll was made: before a send that would not fit, after a reply that came near the limit, because the provider
 * refused the payload, for an imported or dormant conversation, by *Compact now*, again by the model where the built-in
 * summariser had stood in, or by a person's own edit or choice of an older version.
 */
export type RollReason = "send" | "reply" | "too_long" | "backlog" | "manual" | "redo" | "edit" | "restore";
export type RollMethod = "model" | "extractive" | "user";

/** Every version of every summary. Versions are a tree: a truncate goes back to an older one, and the next grows from there. */
export const contextRolls = pgTable(
  "context_rolls",
  {
    sessionId: id("session_id").notNull(),
    version: integer("version").notNull(),
    /** The version that it was made from; 0: from nothing. */
    baseVersion: integer("base_version").notNull(),
    /** What was rolled into it. All before `fromSeq` was in its base. */
    fromSeq: integer("from_seq").notNull(),
    toSeq: integer("to_seq").notNull(),
    toMessageId: id("to_message_id").notNull(),
    /** The payload runes of all messages up to and with `toSeq`. */
    coveredRunes: bigint("covered_runes", { mode: "number" }).notNull(),
    summary: text("summary").notNull(),
    summaryRunes: integer("summary_runes").notNull(),
    /** Lines that a person wrote into the summary: later merges keep them. */
    kept: jsonb("kept").$type<string[]>().notNull().default([]),
    reason: text("reason").$type<RollReason>().notNull(),
    method: text("method").$type<RollMethod>().notNull(),
    /** Why it is extractive although a model was there to ask. */
    fallback: text("fallback"),
    /** From which version on the model has to do it again; null: nothing to redo. */
    redoFrom: integer("redo_from"),
    model: text("model"),
    /** What the person asked for with *Compact now*. */
    instructions: text("instructions"),
    /** The old summary and the batch together, and the new summary. */
    runesBefore: integer("runes_before").notNull(),
    runesAfter: integer("runes_after").notNull(),
    usage: jsonb("usage").$type<RollUsage>(),
    durationMs: integer("duration_ms").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.version] }),
    foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
    check("context_rolls_range", sql`${t.toSeq} >= ${t.fromSeq} - 1 and ${t.version} > 0`),
  ],
);

/** Who rolls a session now, and what is still to be rolled in the background. One row a session that ever needed it. */
export const contextWork = pgTable(
  "context_work",
  {
    sessionId: id("session_id").primaryKey(),
    /** Why the background has to look at it; null: it has not. */
    wanted: text("wanted").$type<RollReason>(),
    /** How often it was wished for: one that came meanwhile is not struck off with what it came after. */
    wishes: integer("wishes").notNull().default(0),
    notBefore: time("not_before").notNull().defaultNow(),
    /** Steps in a row that failed or brought nothing. */
    attempts: integer("attempts").notNull().default(0),
    /** Up to where the redone summary is that will take the place of an extractive one. */
    stagedVersion: integer("staged_version"),
    /** One claim, not one process: it names who may commit. */
    owner: id("owner"),
    leaseUntil: time("lease_until"),
    /** Until when the background leaves the session to somebody who waits. */
    yieldUntil: time("yield_until"),
  },
  (t) => [
    foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
    index("context_work_wanted_idx").on(t.notBefore).where(sql`${t.wanted} is not null`),
  ],
);

export type SessionRow = Omit<typeof chatSessions.$inferSelect, "contextSummary">;
/** Without its terms, which only searches look at, in the database. */
export type MessageRow = Omit<typeof chatMessages.$inferSelect, "terms">;
export type ApprovalRow = typeof toolApprovals.$inferSelect;
export type RunRow = typeof chatRuns.$inferSelect;
export type TruncationRow = typeof truncations.$inferSelect;
export type RollRow = typeof contextRolls.$inferSelect;
export type WorkRow = typeof contextWork.$inferSelect;
