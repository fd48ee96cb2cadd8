import { z } from "zod";
import { Cursor, contract, limit, Text, Time, Uuid } from "./common";

const AgentParams = z.object({ id: Uuid.meta({ description: "The agent's" }) });
const Day = z.iso
  .date({ error: "must be a day of the calendar, written YYYY-MM-DD" })
  .meta({ description: "In the person's time zone", examples: ["2026-03-02"] });
const NoteParams = AgentParams.extend({ date: Day });
const EntryParams = AgentParams.extend({ entry_id: Uuid });
const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({
    description: "SHA-256 of the file as it was read",
    examples: ["a9f74d1ec36ebdeb2da3f6e5868090cd2a2d20b3dcca7b62f60304b1d3d9ef42"],
  });
const problem = z
  .string()
  .nullable()
  .meta({ description: "Why the file cannot be read: not_utf8, bad_yaml, no_title …", examples: [null] });

export const MOST_NOTE_CHARACTERS = 2_000_000;
export const MOST_BODY_CHARACTERS = 100_000;

export const NoteSummary = z
  .object({
    day: z.string().meta({ description: "In the person's time zone", examples: ["2026-03-02"] }),
    runes: z.int(),
    bytes: z.int(),
    problem,
    updated_at: Time,
  })
  .meta({ id: "NoteSummary" });
export type NoteSummary = z.infer<typeof NoteSummary>;
export const listNotes = contract({
  method: "GET",
  path: "/agents/{id}/memory/notes",
  access: "read",
  summary: "The days that have a note, oldest first",
  params: AgentParams,
  query: z.object({ from: Day.optional(), to: Day.optional() }),
  response: z.object({ notes: z.array(NoteSummary) }),
  errors: ["not_found"],
});

export const Note = z
  .object({ day: z.string(), text: z.string(), hash: z.string(), problem })
  .meta({ id: "Note", description: "A daily note in Markdown, as its file stands" });
export type Note = z.infer<typeof Note>;
export const getNote = contract({
  method: "GET",
  path: "/agents/{id}/memory/notes/{date}",
  access: "read",
  summary: "The note of a day",
  params: NoteParams,
  response: Note,
  errors: ["not_found"],
});
export const saveNote = contract({
  method: "PATCH",
  path: "/agents/{id}/memory/notes/{date}",
  access: "write",
  summary: "Save the note of a day",
  description: "Only over the file that was read. Without text the note is removed.",
  params: NoteParams,
  body: z.object({
    text: Text(MOST_NOTE_CHARACTERS),
    base_hash: Hash.nullable().meta({ description: "The hash that was read; null: there was no note" }),
  }),
  response: Note,
  errors: ["not_found", "file_changed"],
});

export const EntryKind = z.enum(["fact", "preference", "decision", "event", "task", "note"]);
const entry = {
  id: Uuid,
  title: z.string().meta({ examples: ["Prefers green tea"] }),
  kind: EntryKind,
  tags: z.array(z.string()),
  pinned: z.boolean().meta({ description: "Its whole text stands in every conversation with the agent" }),
  superseded_by: Uuid.nullable().meta({ description: "The entry that took its place" }),
  problem,
  runes: z.int(),
  created_at: Time,
  updated_at: Time,
};
export const EntrySummary = z
  .object({ ...entry, preview: z.string().meta({ description: "The beginning of the text" }) })
  .meta({ id: "MemoryEntrySummary" });
export type EntrySummary = z.infer<typeof EntrySummary>;

export const MemoryEntry = z
  .object({
    ...entry,
    body: z.string().meta({ description: "Markdown" }),
    raw: z.string().meta({ description: "The whole file" }),
    hash: z.string(),
    file: z.string(),
    source: z
      .object({
        session_id: Uuid,
        message_ids: z.array(Uuid),
        title: z.string().nullable().meta({ description: "The conversation's; null: it is gone" }),
      })
      .nullable()
      .meta({ description: "What it came from; null: a person wrote it" }),
  })
  .meta({ id: "MemoryEntry" });
export type MemoryEntry = z.infer<typeof MemoryEntry>;

const boolean = z.enum(["true", "false"]).transform((value) => value === "true");
export const EntryListQuery = z.object({
  limit: limit(50, 200),
  cursor: Cursor.optional(),
  q: Text(200).optional().meta({ description: "Words of title, tags or text; all of them" }),
  tag: Text(100).optional(),
  kind: EntryKind.optional(),
  pinned: boolean.optional(),
  problem: boolean.optional().meta({ description: "Only files that cannot be read, or only the others" }),
});
export type EntryListQuery = z.infer<typeof EntryListQuery>;
export const EntryList = z.object({ entries: z.array(EntrySummary), next_cursor: z.string().nullable() });
export type EntryList = z.infer<typeof EntryList>;
export const listEntries = contract({
  method: "GET",
  path: "/agents/{id}/memory/entries",
  access: "read",
  summary: "Long-term entries, newest first",
  params: AgentParams,
  query: EntryListQuery,
  response: EntryList,
  errors: ["not_found", "invalid_cursor"],
});

const Title = Text(200).trim().min(1);
const Tags = z.array(Text(60).trim().min(1)).max(20);
export const NewEntry = z.object({
  title: Title,
  body: Text(MOST_BODY_CHARACTERS).default(""),
  kind: EntryKind.default("note"),
  tags: Tags.default([]),
  pinned: z.boolean().default(false),
});
export type NewEntry = z.infer<typeof NewEntry>;
export const createEntry = contract({
  method: "POST",
  path: "/agents/{id}/memory/entries",
  access: "write",
  summary: "Write an entry",
  params: AgentParams,
  body: NewEntry,
  response: MemoryEntry,
  status: 201,
  errors: ["not_found"],
});

export const getEntry = contract({
  method: "GET",
  path: "/agents/{id}/memory/entries/{entry_id}",
  access: "read",
  summary: "One entry, as its file stands",
  params: EntryParams,
  response: MemoryEntry,
  errors: ["not_found"],
});

export const EntryChanges = z
  .object({
    title: Title.optional(),
    body: Text(MOST_BODY_CHARACTERS).optional(),
    kind: EntryKind.optional(),
    tags: Tags.optional(),
    pinned: z.boolean().optional(),
    raw: Text(MOST_BODY_CHARACTERS)
      .optional()
      .meta({ description: "The whole file, instead of the others; for one that cannot be read" }),
    base_hash: Hash.optional().meta({ description: "Only over the file that has it; needed with `raw`" }),
  })
  .refine((changes) => changes.raw === undefined || changes.base_hash !== undefined, {
    path: ["base_hash"],
    error: "is needed with raw",
  });
export type EntryChanges = z.infer<typeof EntryChanges>;
export const updateEntry = contract({
  method: "PATCH",
  path: "/agents/{id}/memory/entries/{entry_id}",
  access: "write",
  summary: "Change an entry",
  params: EntryParams,
  body: EntryChanges,
  response: MemoryEntry,
  errors: ["not_found", "file_changed"],
});

export const DeleteEntryQuery = z.object({
  for_good: boolean.optional().meta({ description: "true: its history too, so that it cannot be restored" }),
  undo: boolean
    .optional()
    .meta({ description: "true: it was kept by mistake; it is not remembered that it was deleted" }),
});
export const deleteEntry = contract({
  method: "DELETE",
  path: "/agents/{id}/memory/entries/{entry_id}",
  access: "write",
  summary: "Delete an entry",
  description: "No later extraction brings back what it said. Its history stays, unless asked otherwise.",
  params: EntryParams,
  query: DeleteEntryQuery,
  response: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "file_changed"],
});

export const EntryChange = z
  .object({
    id: Uuid,
    entry_id: Uuid,
    kind: z.enum(["add", "update", "supersede", "merge", "delete", "restore"]),
    author: z.enum(["person", "agent", "remember", "extraction", "file", "import"]),
    title: z.string(),
    before: z.string().nullable().meta({ description: "The whole file before; null: there was none" }),
    after: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: "MemoryEntryChange" });
export type EntryChange = z.infer<typeof EntryChange>;
export const entryHistory = contract({
  method: "GET",
  path: "/agents/{id}/memory/entries/{entry_id}/history",
  access: "read",
  summary: "The newest changes of an entry, also of a deleted one",
  params: EntryParams,
  query: z.object({ limit: limit(50, 200) }),
  response: z.object({ changes: z.array(EntryChange) }),
  errors: ["not_found"],
});

const snippet = z.string().meta({
  description: "The passage that answers best, as HTML: escaped, with <mark> around what was found",
  examples: ["Likes <mark>green tea</mark> in the morning"],
});
export const MemoryHit = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("entry"), entry_id: Uuid, title: z.string(), snippet, score: z.number() }),
    z.object({
      kind: z.literal("note"),
      day: z.string().meta({ examples: ["2026-03-02"] }),
      passage: z.int().meta({ description: "Which passage of the note it is: 0, 1, 2 …" }),
      snippet,
      score: z.number(),
    }),
  ])
  .meta({
    id: "MemoryHit",
    examples: [
      { kind: "note", day: "2026-03-02", passage: 0, snippet: "We planted <mark>walnut</mark> trees.", score: 3.114 },
    ],
  });
export type MemoryHit = z.infer<typeof MemoryHit>;

export const searchMemory = contract({
  method: "GET",
  path: "/agents/{id}/memory/search",
  access: "read",
  summary: "Find entries and notes",
  description:
    "entries: those with all words, as parts of words; with words in their title first. hits: entries and passages of daily " +
    "notes with any of the words, in any form of them, best first.",
  params: AgentParams,
  query: z.object({ q: Text(200).min(1), limit: limit(20, 100) }),
  response: z.object({ entries: z.array(EntrySummary), hits: z.array(MemoryHit) }),
  errors: ["not_found"],
});

export const exportMemory = contract({
  method: "GET",
  path: "/agents/{id}/memory/export",
  access: "read",
  summary: "The whole memory as a zip of its Markdown files",
  description: "Also the memory with an agent that was deleted, where it was kept.",
  params: AgentParams,
  streams: "application/zip",
  errors: ["not_found"],
});

export const ImportReport = z
  .object({
    added: z.int(),
    replaced: z.int(),
    kept: z.int().meta({ description: "There is one with other content here, and it stays" }),
    unchanged: z.int(),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  })
  .meta({ id: "MemoryImportReport", description: "Each file of the archive is counted once" });
export type ImportReport = z.infer<typeof ImportReport>;
export const importMemory = contract({
  method: "POST",
  path: "/agents/{id}/memory/import",
  access: "write",
  summary: "Take the files of an exported memory in",
  description: "The body is the zip archive, with content-type: application/zip.",
  params: AgentParams,
  query: z.object({
    on_conflict: z
      .enum(["keep", "replace"])
      .default("keep")
      .meta({ description: "Which wins where an entry or a day is here already, with other content" }),
  }),
  response: ImportReport,
  errors: ["not_found", "body_too_large", "unsupported_media_type"],
});
