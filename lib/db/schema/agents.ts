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
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts";
import { chatSessions } from "./chat";
import { createdAt, id, terms, time } from "./columns";

/** Keys that this version does not know are kept as they came. */
export type AgentConfig = {
  memory_auto_append?: boolean;
  memory_auto_extract?: boolean;
  /** Which tools it may call, by name; absent: as lib/tools has it by default. */
  tools?: Readonly<Record<string, ToolSwitch>>;
  /** The servers of the workspace whose tools it may call. */
  mcp_servers?: readonly string[];
  [key: string]: unknown;
};
/** `ask`: its person is asked first, in the conversation. */
export type ToolSwitch = "off" | "on" | "ask";
export type AgentVisibility = "private" | "workspace";

export const agents = pgTable(
  "agents",
  {
    id: id().primaryKey(),
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    ownerId: id("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Who made it: their memory stands in `memory/`, that of anybody else in `people/{user}/memory/`. It never changes. */
    creatorId: id("creator_id").notNull(),
    name: text("name").notNull(),
    /** One emoji; "" where there is a picture or neither. */
    emoji: text("emoji").notNull().default(""),
    /** A small image as a data URL. */
    picture: text("picture"),
    instructions: text("instructions").notNull().default(""),
    /** `provider:model`; null: the workspace's default. */
    model: text("model"),
    visibility: text("visibility").$type<AgentVisibility>().notNull().default("private"),
    openingQuestions: jsonb("opening_questions").$type<string[]>().notNull().default([]),
    configJson: jsonb("config_json").$type<AgentConfig>().notNull().default({}),
    archivedAt: time("archived_at"),
    /** Nobody finds it any more; the memories that are to go with it go in the background. */
    deletedAt: time("deleted_at"),
    createdAt: createdAt(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index("agents_workspace_idx").on(t.workspaceId, t.createdAt, t.id).where(sql`${t.deletedAt} is null`),
    index("agents_owner_idx").on(t.ownerId),
    index("agents_deleted_idx").on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    check("agents_visibility_known", sql`${t.visibility} in ('private', 'workspace')`),
  ],
);

/** The memory of one agent about its talk with one person. The files are the truth; these rows follow them. */
export const agentMemories = pgTable(
  "agent_memories",
  {
    agentId: id("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    userId: id("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Raised by each change of an entry: what was made from the entries of an older one is stale. */
    revision: integer("revision").notNull().default(0),
    entries: integer("entries").notNull().default(0),
    notes: integer("notes").notNull().default(0),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    lastFlushAt: time("last_flush_at"),
    /** The newest failure of a flush, an append or an extraction, until one succeeds again. */
    failedAt: time("failed_at"),
    failure: text("failure"),
    /** When the files were last compared with the index. */
    scannedAt: time("scanned_at"),
    /** Its files are to be removed. */
    deletedAt: time("deleted_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.userId] }),
    index("agent_memories_user_idx").on(t.userId),
    index("agent_memories_deleted_idx").on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
);

const memory = { agentId: id("agent_id").notNull(), userId: id("user_id").notNull() };

/** What a long-term entry is about. */
export const ENTRY_KINDS = ["fact", "preference", "decision", "event", "task", "note"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The index of `entries/*.md`, one row a file. */
export const memoryEntries = pgTable(
  "memory_entries",
  {
    ...memory,
    /** From the front matter; derived from the file's name where it has none of its own. */
    id: id().notNull(),
    /** The file's name within `entries/`. */
    file: text("file").notNull(),
    title: text("title").notNull(),
    kind: text("kind").$type<EntryKind>().notNull(),
    tags: text("tags").array().notNull(),
    pinned: boolean("pinned").notNull().default(false),
    /** The entry that took its place. */
    supersededBy: id("superseded_by"),
    body: text("body").notNull(),
    /** Title, tags and body, folded for the search. */
    searchText: text("search_text").notNull(),
    /** Null: not indexed yet. */
    terms: terms(),
    /** Of what it says, without case, punctuation and order: the same fact twice has the same one. */
    fingerprint: text("fingerprint").notNull(),
    sourceSessionId: id("source_session_id"),
    sourceMessageIds: id("source_message_ids").array().notNull(),
    runes: integer("runes").notNull(),
    bytes: integer("bytes").notNull(),
    /** Whether the file is still the one that was read: its time in ms, size and content hash. */
    mtimeMs: bigint("mtime_ms", { mode: "number" }).notNull(),
    hash: text("hash").notNull(),
    /** Why the file cannot be read as an entry; its text is in `body` then. */
    problem: text("problem"),
    uses: integer("uses").notNull().default(0),
    usedAt: time("used_at"),
    /** Its newest change or use: the order in which titles are recalled. */
    recallAt: time("recall_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.userId, t.id] }),
    uniqueIndex("memory_entries_file_key").on(t.agentId, t.userId, t.file),
    index("memory_entries_list_idx").on(t.agentId, t.userId, t.updatedAt, t.id),
    index("memory_entries_terms_idx").using("gin", t.terms).with({ gin_pending_list_limit: 256 }),
    index("memory_entries_pinned_idx").on(t.agentId, t.userId, t.updatedAt).where(sql`${t.pinned}`),
    index("memory_entries_recall_idx").on(t.agentId, t.userId, t.recallAt, t.id).where(sql`not ${t.pinned}`),
    index("memory_entries_fingerprint_idx").on(t.agentId, t.userId, t.fingerprint),
    foreignKey({
      columns: [t.agentId, t.userId],
      foreignColumns: [agentMemories.agentId, agentMemories.userId],
    }).onDelete("cascade"),
  ],
);

/** The index of the daily notes, one row a file. */
export const memoryNotes = pgTable(
  "memory_notes",
  {
    ...memory,
    /** YYYY-MM-DD in the person's time zone. */
    day: text("day").notNull(),
    runes: integer("runes").notNull(),
    bytes: integer("bytes").notNull(),
    mtimeMs: bigint("mtime_ms", { mode: "number" }).notNull(),
    hash: text("hash").notNull(),
    problem: text("problem"),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.userId, t.day] }),
    foreignKey({
      columns: [t.agentId, t.userId],
      foreignColumns: [agentMemories.agentId, agentMemories.userId],
    }).onDelete("cascade"),
  ],
);

/** The daily notes in pieces of some paragraphs, for the search. */
export const memoryPassages = pgTable(
  "memory_passages",
  {
    ...memory,
    day: text("day").notNull(),
    /** 0, 1, 2 … within the note. */
    n: integer("n").notNull(),
    body: text("body").notNull(),
    terms: terms().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.userId, t.day, t.n] }),
    index("memory_passages_terms_idx").using("gin", t.terms).with({ gin_pending_list_limit: 256 }),
    foreignKey({
      name: "memory_passages_note_fk",
      columns: [t.agentId, t.userId, t.day],
      foreignColumns: [memoryNotes.agentId, memoryNotes.userId, memoryNotes.day],
    }).onDelete("cascade"),
  ],
);

export type ChangeAuthor = "person" | "agent" | "remember" | "extraction" | "file" | "import";
export type ChangeKind = "add" | "update" | "supersede" | "merge" | "delete" | "restore";

/** Every change of every entry, with the whole file before and after it. */
export const memoryChanges = pgTable(
  "memory_changes",
  {
    id: id().primaryKey(),
    ...memory,
    entryId: id("entry_id").notNull(),
    kind: text("kind").$type<ChangeKind>().notNull(),
    author: text("author").$type<ChangeAuthor>().notNull(),
    title: text("title").notNull(),
    before: text("before"),
    after: text("after"),
    /** The job that made it, and which of its operations: done once, however often the job is begun. */
    jobId: id("job_id"),
    createdAt: createdAt(),
  },
  (t) => [
    index("memory_changes_entry_idx").on(t.agentId, t.userId, t.entryId, t.createdAt),
    index("memory_changes_newest_idx").on(t.agentId, t.userId, t.createdAt),
    foreignKey({
      columns: [t.agentId, t.userId],
      foreignColumns: [agentMemories.agentId, agentMemories.userId],
    }).onDelete("cascade"),
  ],
);

/** What was forgotten, so that no extraction brings it back. Only hashes: what it said is not kept. */
export const memoryTombstones = pgTable(
  "memory_tombstones",
  {
    ...memory,
    fingerprint: text("fingerprint").notNull(),
    /** Hashes of its words, to know the same thing said otherwise. */
    terms: text("terms").array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.userId, t.fingerprint] }),
    foreignKey({
      columns: [t.agentId, t.userId],
      foreignColumns: [agentMemories.agentId, agentMemories.userId],
    }).onDelete("cascade"),
  ],
);

/**
 * `flush`: a batch that leaves the context goes into the day's note; `append`: a finished turn does; `extract`: entries
 * are made of it; `strike`: what was cut off is marked so in its note; `remember`: a person asked for an entry.
 */
export type JobKind = "flush" | "append" | "extract" | "strike" | "remember";
export type JobState = "pending" | "done";

/** What is to be written into a memory, and, once done, which messages already are. Each is done exactly once. */
export const memoryJobs = pgTable(
  "memory_jobs",
  {
    sessionId: id("session_id").notNull(),
    /** UUIDv7: jobs of a session are done in its order. */
    id: id().notNull(),
    agentId: id("agent_id").notNull(),
    userId: id("user_id").notNull(),
    kind: text("kind").$type<JobKind>().notNull(),
    state: text("state").$type<JobState>().notNull().default("pending"),
    fromSeq: integer("from_seq").notNull(),
    toSeq: integer("to_seq").notNull(),
    messageIds: id("message_ids").array().notNull(),
    /** The day of the note, fixed when the job was made: midnight passes, the note stays. */
    day: text("day").notNull(),
    /** What an extraction decided, once it did: done again after a crash, it is the same. */
    operations: jsonb("operations").$type<unknown>(),
    attempts: integer("attempts").notNull().default(0),
    notBefore: time("not_before").notNull().defaultNow(),
    error: text("error"),
    owner: id("owner"),
    leaseUntil: time("lease_until"),
    createdAt: createdAt(),
    doneAt: time("done_at"),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.id] }),
    foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
    index("memory_jobs_due_idx").on(t.notBefore).where(sql`${t.state} = 'pending'`),
    index("memory_jobs_next_idx").on(t.sessionId, t.id).where(sql`${t.state} = 'pending'`),
    index("memory_jobs_waiting_idx").on(t.agentId, t.userId).where(sql`${t.state} = 'pending'`),
    index("memory_jobs_range_idx").on(t.sessionId, t.toSeq),
    index("memory_jobs_memory_idx").on(t.agentId, t.userId, t.createdAt),
    check("memory_jobs_kind_known", sql`${t.kind} in ('flush', 'append', 'extract', 'strike', 'remember')`),
    check("memory_jobs_state_known", sql`${t.state} in ('pending', 'done')`),
  ],
);

export type PassageRow = typeof memoryPassages.$inferSelect;
export type AgentRow = typeof agents.$inferSelect;
export type AgentMemoryRow = typeof agentMemories.$inferSelect;
export type EntryRow = typeof memoryEntries.$inferSelect;
export type NoteRow = typeof memoryNotes.$inferSelect;
export type ChangeRow = typeof memoryChanges.$inferSelect;
export type JobRow = typeof memoryJobs.$inferSelect;
