import { countRunes } from "@/lib/context/size/measure";
import type { Db } from "@/lib/db/client";
import { putNoteRow } from "@/lib/db/queries/memory-notes";
import { type FileOnDisk, type Found, readFileAt, replaceFile } from "./durable-write";
import type { MemoryHome } from "./home";
import { isSafeDirectory, notePath } from "./paths";

// The daily notes. Writers hold the memory (`withMemory`); an editor does not, and is never written over.

/** Why a note cannot be written to: somebody has to look at it first. */
export type NoteProblem = "not_a_file" | "too_large" | "not_utf8";
export type Note = { text: string; hash: string; problem: NoteProblem | null };

/** A note in which somebody else's file stands in the way. Nothing was written. */
export class NoteUnwritable extends Error {
  override readonly name = "NoteUnwritable";
  readonly problem: NoteProblem;
  constructor(problem: NoteProblem, day: string) {
    super(`the note of ${day} cannot be written: ${problem}`);
    this.problem = problem;
  }
}

/** The day's note as its file stands now; null: there is none. Throws `not_found` for what is no day. */
export async function readNote(home: MemoryHome, day: string): Promise<Note | null> {
  const path = notePath(home, day);
  if (!(await isSafeDirectory(home.directory))) return null;
  const found = await readFileAt(path);
  if (found === null) return null;
  if (typeof found === "string") return { text: "", hash: "", problem: found };
  const text = textOf(found);
  return { text: text ?? "", hash: found.hash, problem: text === null ? "not_utf8" : null };
}

/** Adds a section at the end, unless one with that marker stands in it. Inside `withMemory`. */
export async function appendToNote(
  tx: Db,
  home: MemoryHome,
  day: string,
  section: { marker: string; text: string },
): Promise<"written" | "there"> {
  const written = await changeNote(tx, home, day, (text) => {
    if (text.includes(section.marker)) return null;
    const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
    return `${text}${gap}${section.text.trimEnd()}\n`;
  });
  return written ? "written" : "there";
}

/** Changes a note that is there. False where there is none, or nothing to change. Inside `withMemory`. */
export async function replaceInNote(
  tx: Db,
  home: MemoryHome,
  day: string,
  change: (text: string) => string,
): Promise<boolean> {
  return await changeNote(tx, home, day, (text) => {
    const changed = change(text);
    return changed === text ? null : changed;
  });
}

/** Somebody may save the file just between; so often in a row nobody does. */
const ATTEMPTS = 20;

/** `change` answers the new text, or null to leave it. What an editor saves meanwhile is read again and changed then. */
async function changeNote(
  tx: Db,
  home: MemoryHome,
  day: string,
  change: (text: string) => string | null,
): Promise<boolean> {
  const path = notePath(home, day);
  await isSafeDirectory(home.directory, { create: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = readable(await readFileAt(path), day);
    const text = change(before?.text ?? "");
    if (text === null) return false;
    if (!(await replaceFile(path, text, before?.file ?? null))) continue;
    await index(tx, home, day, await readFileAt(path));
    return true;
  }
  throw new Error(`the note of ${day} is being written by somebody else all the time`);
}

function readable(found: Found, day: string): { text: string; file: FileOnDisk } | null {
  if (found === null) return null;
  if (typeof found === "string") throw new NoteUnwritable(found, day);
  const text = textOf(found);
  if (text === null) throw new NoteUnwritable("not_utf8", day);
  return { text, file: found };
}

async function index(tx: Db, home: MemoryHome, day: string, found: Found): Promise<void> {
  if (found === null || typeof found === "string") return;
  const { hash, mtimeMs, bytes } = found;
  const runes = countRunes(textOf(found) ?? "");
  await putNoteRow(tx, home, { day, runes, bytes: bytes.length, mtimeMs, hash, problem: null });
}

function textOf({ bytes }: FileOnDisk): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
