import { v5 as uuidv5 } from "uuid";
import { countRunes } from "@/lib/context/size/measure";
import type { EntryRow, memoryEntries } from "@/lib/db/schema/agents";
import { cutGraphemes, storableText } from "@/lib/text";
import type { FileOnDisk } from "./durable-write";
import type { Entry } from "./entry";
import { textIn } from "./file-text";
import { fingerprintOf } from "./fingerprint";
import { type FileProblem, type ParsedEntry, parseEntry } from "./front-matter";
import type { MemoryHome } from "./home";
import { entryTerms } from "./memory-terms";

/** A larger file is no entry: every search and every prompt would carry it. */
export const ENTRY_BYTES = 1024 * 1024;
/** Of the text of a file that is no entry, so much is shown in lists and found by the search. */
const PROBLEM_RUNES = 20_000;

type Row = typeof memoryEntries.$inferInsert;

/** As the search compares texts. */
export const fold = (text: string): string => storableText(text.normalize("NFKC").toLowerCase());

/** The id of a file that has none of its own, the same each time. */
export const idOfFile = (home: MemoryHome, file: string): string => uuidv5(`${home.userId}/${file}`, home.agentId);

export type ReadEntry = { text: string } & (
  | { entry: ParsedEntry; problem: null }
  | { entry: null; problem: FileProblem }
);

export function readEntry(disk: Pick<FileOnDisk, "bytes">): ReadEntry {
  const { text, problem } = textIn(disk.bytes);
  if (problem) return { text, entry: null, problem };
  if (disk.bytes.length > ENTRY_BYTES) return { text, entry: null, problem: "too_large" };
  const parsed = parseEntry(text);
  return "entry" in parsed ? { text, entry: parsed.entry, problem: null } : { text, entry: null, ...parsed };
}

/** A file as it is put into the index. `problem`: what is wrong with it apart from what stands in it. */
export type EntryOnDisk = Pick<FileOnDisk, "bytes" | "hash" | "mtimeMs"> & { size?: number; problem?: FileProblem };

/** The row of the index for a file. */
export function rowOf(home: MemoryHome, file: string, disk: EntryOnDisk): Row {
  const read = readEntry(disk);
  const problem = disk.problem ?? read.problem;
  const place = {
    ...{ agentId: home.agentId, userId: home.userId, file },
    ...{ bytes: disk.size ?? disk.bytes.length, hash: disk.hash, mtimeMs: disk.mtimeMs },
  };
  const at = new Date(disk.mtimeMs);
  if (read.entry === null || problem !== null) return problemRow(home, place, read.text, problem, at);
  const { entry } = read;
  const said = entry.body || entry.title;
  return {
    ...place,
    id: entry.id ?? idOfFile(home, file),
    ...{ title: entry.title, kind: entry.kind, tags: entry.tags, pinned: entry.pinned, body: entry.body },
    supersededBy: entry.supersededBy,
    searchText: fold([entry.title, entry.tags.join(" "), entry.body].join("\n")),
    terms: entryTerms(home, entry),
    fingerprint: fingerprintOf(said),
    sourceSessionId: entry.source?.sessionId ?? null,
    sourceMessageIds: entry.source?.messageIds ?? [],
    runes: countRunes(entry.title) + countRunes(entry.body),
    problem: null,
    createdAt: entry.created ?? at,
    updatedAt: entry.updated ?? at,
    recallAt: entry.updated ?? at,
  };
}

function problemRow(
  home: MemoryHome,
  place: Pick<Row, "agentId" | "userId" | "file" | "bytes" | "hash" | "mtimeMs">,
  text: string,
  problem: FileProblem | null,
  at: Date,
): Row {
  const body = cutGraphemes(text, PROBLEM_RUNES);
  return {
    ...place,
    id: idOfFile(home, place.file),
    ...{ title: place.file.replace(/\.md$/, ""), kind: "note", tags: [], pinned: false, body },
    ...{ supersededBy: null, sourceSessionId: null, sourceMessageIds: [] },
    searchText: fold(`${place.file}\n\n${body}`),
    terms: entryTerms(home, { title: place.file, tags: [], body }),
    fingerprint: fingerprintOf(body),
    runes: countRunes(body),
    problem,
    ...{ createdAt: at, updatedAt: at },
  };
}

/** An entry of the index, to be written again with changes. */
export function asEntry(row: EntryRow): Entry {
  const { id, title, kind, tags, pinned, createdAt, updatedAt, supersededBy, body } = row;
  const source =
    row.sourceSessionId === null ? null : { sessionId: row.sourceSessionId, messageIds: row.sourceMessageIds };
  return { id, title, kind, tags, pinned, created: createdAt, updated: updatedAt, source, supersededBy, body };
}
