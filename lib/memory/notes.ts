import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { noteRows } from "@/lib/db/queries/memory-notes";
import { AppError } from "@/lib/errors";
import { type Found, hashOf, MOST_BYTES, readFileAt, removeFile, replaceFile } from "./durable-write";
import { textIn } from "./file-text";
import type { FileProblem } from "./front-matter";
import { type MemoryHome, requireHome, withMemory } from "./home";
import { forgetNote, indexNote } from "./notes-index";
import { isSafeDirectory, notePath } from "./paths";
import { presentNote } from "./present-entry";
import { syncMemory } from "./sync";

// The daily notes. A note is appended to as bytes, so that whatever stands in it stays.

const ATTEMPTS = 20;
/** Beyond it sections come in short: each rewrites the note, and a backlog of a million messages may leave in one day. */
const FULL_BYTES = 8 * 1024 * 1024;

export type Note = { text: string; hash: string; problem: FileProblem | null };

async function readDay(home: MemoryHome, day: string): Promise<Found> {
  const path = notePath(home, day);
  return (await isSafeDirectory(home.directory)) ? await readFileAt(path) : null;
}

/** The file itself, as it is now. */
export async function readNote(home: MemoryHome, day: string): Promise<Note | null> {
  const found = await readDay(home, day);
  if (found === null || found === "not_a_file") return null;
  if (typeof found === "string") return { text: "", hash: "", problem: found };
  return { hash: found.hash, ...textIn(found.bytes) };
}

/**
 * Writes what `change` makes of the bytes (null: no change), again when somebody else wrote the file meanwhile, and
 * brings its row up to date. Within `withMemory`. Answers whether anything was written.
 */
async function changeNote(tx: Db, home: MemoryHome, day: string, change: (bytes: Buffer) => Buffer | null) {
  const path = notePath(home, day);
  await isSafeDirectory(home.directory, { create: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await readFileAt(path);
    if (typeof found === "string") throw new AppError("file_changed", { file: `${day}.md`, hash: null });
    const bytes = change(found?.bytes ?? Buffer.alloc(0));
    if (bytes === null) {
      if (found) await indexNote(tx, home, day, found.bytes, found);
      return false;
    }
    const written = await replaceFile(path, bytes, found);
    if (written) {
      await indexNote(tx, home, day, bytes, { hash: hashOf(bytes), mtimeMs: written.mtimeMs });
      return true;
    }
  }
  throw new AppError("file_changed", { file: `${day}.md`, hash: null });
}

/**
 * Within `withMemory`. `there`: the note has the marker already. The section begins a paragraph of its own; `instead` is
 * what is written where the note would get too long.
 */
export async function appendToNote(
  tx: Db,
  home: MemoryHome,
  day: string,
  section: { marker: string; text: string; instead?: string },
): Promise<"written" | "there"> {
  const written = await changeNote(tx, home, day, (bytes) => {
    if (bytes.includes(section.marker)) return null;
    const gap = bytes.length === 0 ? "" : bytes.at(-1) === 0x0a ? "\n" : "\n\n";
    const whole = Buffer.from(`${gap}${section.text.trimEnd()}\n`);
    const { instead } = section;
    if (instead === undefined || bytes.length + whole.length <= FULL_BYTES) return Buffer.concat([bytes, whole]);
    return Buffer.concat([bytes, Buffer.from(`${gap}${instead.trimEnd()}\n`)]);
  });
  return written ? "written" : "there";
}

/** Within `withMemory`. False when there is nothing that `change` changes, or no text that it could. */
export async function replaceInNote(
  tx: Db,
  home: MemoryHome,
  day: string,
  change: (text: string) => string,
): Promise<boolean> {
  if ((await readDay(home, day)) === null) return false;
  return await changeNote(tx, home, day, (bytes) => {
    const { text, problem } = textIn(bytes);
    if (problem) return null;
    const changed = change(text);
    return changed === text ? null : Buffer.from(changed);
  });
}

/** The days that have a note, oldest first. */
export async function listNotes(
  actor: Actor,
  agentId: string,
  range: { from?: string | undefined; to?: string | undefined } = {},
) {
  const { home } = await requireHome(actor, agentId);
  await syncMemory(home);
  const rows = await noteRows(await getDb(), home, range);
  return rows.map(presentNote);
}

export async function getNote(actor: Actor, agentId: string, day: string): Promise<Note & { day: string }> {
  const { home } = await requireHome(actor, agentId);
  const note = await readNote(home, day);
  if (!note) throw new AppError("not_found", { kind: "note" });
  return { day, ...note };
}

/** Saves what a person wrote over what they read (null: a new note). An empty text removes the note. */
export async function saveNote(
  actor: Actor,
  agentId: string,
  day: string,
  { text, baseHash }: { text: string; baseHash: string | null },
): Promise<Note & { day: string }> {
  const { home } = await requireHome(actor, agentId);
  const path = notePath(home, day);
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_BYTES) throw new AppError("body_too_large", { limit_bytes: MOST_BYTES });
  return await withMemory(home, async (tx) => {
    await isSafeDirectory(home.directory, { create: true });
    const found = await readFileAt(path);
    const changed = (hash: string | null) => new AppError("file_changed", { file: `${day}.md`, hash });
    if (typeof found === "string") throw changed(null);
    if ((found?.hash ?? null) !== baseHash) throw changed(found?.hash ?? null);
    if (text.trim() === "") {
      await removeFile(path);
      await forgetNote(tx, home, day);
      return { day, text: "", hash: "", problem: null };
    }
    const written = await replaceFile(path, bytes, found);
    if (!written) throw changed(null);
    const hash = hashOf(bytes);
    await indexNote(tx, home, day, bytes, { hash, mtimeMs: written.mtimeMs });
    return { day, text, hash, problem: null };
  });
}
