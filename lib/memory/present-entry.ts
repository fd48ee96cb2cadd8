import type { ListedEntry } from "@/lib/db/queries/memory-entries";
import type { ChangeRow, NoteRow } from "@/lib/db/schema/agents";
import type { EntryChange, EntrySummary, NoteSummary } from "@/lib/http/contract/memory";
import { cutGraphemes } from "@/lib/text";

const PREVIEW_RUNES = 280;

export const presentNote = ({ day, runes, bytes, problem, updatedAt }: NoteRow): NoteSummary => ({
  ...{ day, runes, bytes, problem, updated_at: updatedAt.toISOString() },
});

/** What a list shows of an entry, and one page of it too. */
export const presentFacts = (row: Omit<ListedEntry, "body">) => ({
  ...{ id: row.id, title: row.title, kind: row.kind, tags: row.tags, pinned: row.pinned },
  ...{ superseded_by: row.supersededBy, problem: row.problem, runes: row.runes },
  ...{ created_at: row.createdAt.toISOString(), updated_at: row.updatedAt.toISOString() },
});

export const presentSummary = (row: ListedEntry): EntrySummary => ({
  ...presentFacts(row),
  preview: cutGraphemes(row.body, PREVIEW_RUNES),
});

export const presentChange = (row: ChangeRow): EntryChange => ({
  ...{ id: row.id, entry_id: row.entryId, kind: row.kind, author: row.author, title: row.title },
  ...{ before: row.before, after: row.after, created_at: row.createdAt.toISOString() },
});
