import { lstat, mkdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { AppError } from "@/lib/errors";
import { type MemoryHome, runtimeDirectory } from "./home";

// Which files a memory has. Every path is made here, of names that were checked; no other name is read or written.

export const ENTRIES = "entries";
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** What a person may call a file of theirs. Ours are lower case, with an id at the end. */
const ENTRY_FILE = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _-]|\.(?!\.)){0,100}\.md$/u;
const NAME_BYTES = 240;

/** Whether it is a day of the calendar, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year || !month || !day || year === "0000") return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const isEntryFile = (name: string): boolean => ENTRY_FILE.test(name) && Buffer.byteLength(name) <= NAME_BYTES;

/** The day of a note's file name; null for other files. */
export function dayOf(fileName: string): string | null {
  const day = fileName.endsWith(".md") ? fileName.slice(0, -3) : "";
  return isDay(day) ? day : null;
}

export const entriesDirectory = (home: MemoryHome): string => join(home.directory, ENTRIES);

/** The file of a day's note, as a person would call it. Throws `not_found` for what is no day. */
export function notePath(home: MemoryHome, day: string): string {
  if (!isDay(day)) throw new AppError("not_found", { kind: "note" });
  return join(home.directory, `${day}.md`);
}

export function entryPath(home: MemoryHome, file: string): string {
  if (!isEntryFile(file)) throw new AppError("not_found", { kind: "entry" });
  return join(entriesDirectory(home), file);
}

/** The file's name for a new entry: words of its title and the end of its id, which is random. */
export function newEntryFile(title: string, id: string): string {
  const words =
    title
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = Array.from(words.join("-")).slice(0, 40).join("").replace(/-+$/, "");
  return `${[slug, id.replaceAll("-", "").slice(-12)].filter(Boolean).join("-")}.md`;
}

/**
 * Whether the directory is there and leads nowhere else: below the runtime directory no part of the way may be a link,
 * which a person or an archive could have put there. With `create` what is missing of it is made.
 */
export async function isSafeDirectory(directory: string, { create = false } = {}): Promise<boolean> {
  let at = runtimeDirectory();
  if (create) await mkdir(at, { recursive: true, mode: 0o700 });
  for (const part of relative(at, directory).split(sep)) {
    if (part === "" || part === "..") throw new Error("a memory stands outside of the runtime directory");
    at = join(at, part);
    if (create) await mkdir(at, { mode: 0o700 }).catch(unlessThere);
    const found = await lstat(at).catch(missing);
    if (!found) return false;
    if (!found.isDirectory()) throw new AppError("not_found", { kind: "agent" });
  }
  return true;
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/** Undefined where there is no such file; other faults rise. */
export function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
