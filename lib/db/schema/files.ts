import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts";
import { agents } from "./agents";
import { chatSessions } from "./chat";
import { createdAt, id, terms, time } from "./columns";

export type FileKind = "text" | "pdf" | "docx" | "image";

/** A file that a person brought. Its bytes stand outside the database, named by their hash (lib/files/store). */
export const files = pgTable(
  "files",
  {
    id: id().primaryKey(),
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: id("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the bytes, hexadecimal. */
    hash: text("hash").notNull(),
    /** As shown; no path. */
    name: text("name").notNull(),
    /** What the bytes are, not what the sender said. */
    mediaType: text("media_type").notNull(),
    kind: text("kind").$type<FileKind>().notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Of an image, in pixels, as it is sent to a model. */
    width: integer("width"),
    height: integer("height"),
    /** What a model is told of it, at most what the configuration takes; "" for images. */
    text: text("text").notNull().default(""),
    /** Of all the text that was found in it, also where only head and tail were kept. */
    foundRunes: integer("found_runes").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index("files_hash_idx").on(t.hash),
    index("files_user_idx").on(t.userId, t.createdAt),
    check("files_kind_known", sql`${t.kind} in ('text', 'pdf', 'docx', 'image')`),
  ],
);

/** The conversations that show a file: with the last of them it goes. */
export const sessionFiles = pgTable(
  "session_files",
  {
    sessionId: id("session_id").notNull(),
    fileId: id("file_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.fileId] }),
    foreignKey({ columns: [t.sessionId], foreignColumns: [chatSessions.id] }).onDelete("cascade"),
    index("session_files_file_idx").on(t.fileId),
  ],
);

/** The knowledge of an agent: files that its owner gave it. */
export const agentFiles = pgTable(
  "agent_files",
  {
    agentId: id("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    fileId: id("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    /** When all of it could be found; null: it is still being indexed. */
    indexedAt: time("indexed_at"),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.fileId] }), index("agent_files_file_idx").on(t.fileId)],
);

/** An agent's knowledge in pieces, for the search. */
export const knowledgePassages = pgTable(
  "knowledge_passages",
  {
    agentId: id("agent_id").notNull(),
    fileId: id("file_id").notNull(),
    /** 0, 1, 2 … within the file. */
    n: integer("n").notNull(),
    body: text("body").notNull(),
    terms: terms().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.fileId, t.n] }),
    index("knowledge_passages_terms_idx").using("gin", t.terms).with({ gin_pending_list_limit: 256 }),
    foreignKey({
      name: "knowledge_passages_file_fk",
      columns: [t.agentId, t.fileId],
      foreignColumns: [agentFiles.agentId, agentFiles.fileId],
    }).onDelete("cascade"),
  ],
);

export type FileRow = typeof files.$inferSelect;
export type KnowledgeRow = typeof knowledgePassages.$inferSelect;
