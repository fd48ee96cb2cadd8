import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { missing } from "./paths";

// Files that are whole or not there: written beside, brought to the disk, and put in place in one step.

/** A file as it was read. */
export type FileOnDisk = {
  bytes: Buffer;
  hash: string;
  /** Whole milliseconds, as the index keeps them. */
  mtimeMs: number;
  /** Changes whenever somebody writes the file. */
  mark: string;
};
/**
 * `null`: there is none. `not_a_file`: a link, a directory, a pipe. `too_large`: it was not read. `unreadable`: the
 * process may not read it, or the disk fails.
 */
export type Found = FileOnDisk | "not_a_file" | "too_large" | "unreadable" | null;

const UNREADABLE = ["EACCES", "EPERM", "EIO"];

export const MOST_BYTES = 32 * 1024 * 1024;

export const hashOf = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");

/** Reads a file, never through a link. */
export async function readFileAt(path: string, limit = MOST_BYTES): Promise<Found> {
  let file: FileHandle;
  try {
    // A pipe would be waited for without O_NONBLOCK.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    if (code === "ELOOP" || code === "ENXIO") return "not_a_file";
    if (code !== undefined && UNREADABLE.includes(code)) return "unreadable";
    throw error;
  }
  try {
    const before = await file.stat({ bigint: true });
    if (!before.isFile()) return "not_a_file";
    if (before.size > BigInt(limit)) return "too_large";
    const bytes = await file.readFile();
    return { bytes, hash: hashOf(bytes), mtimeMs: Number(before.mtimeMs), mark: markOf(before) };
  } finally {
    await file.close();
  }
}

type Stat = { ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint };
const markOf = ({ ino, size, mtimeNs, ctimeNs }: Stat) => [ino, size, mtimeNs, ctimeNs].join(":");

const isUnchanged = async (path: string, mark: string) => {
  const now = await lstat(path, { bigint: true }).catch(missing);
  return now !== undefined && markOf(now) === mark;
};

/** How a file that is not in place yet, or not any more, is called. No list shows such names. */
const TEMPORARY = /^\..+\.[0-9a-f-]{36}\.(?:tmp|gone)$/;
export const isTemporary = (name: string): boolean => TEMPORARY.test(name);
const beside = (path: string, ending: "tmp" | "gone") =>
  join(dirname(path), `.${basename(path).slice(0, 60)}.${randomUUID()}.${ending}`);

/**
 * Puts `content` in the place of what was read (null: of nothing). Null, with nothing done, when somebody else wrote
 * the file since. When it answers, the file is on the disk; a crash leaves the old one or the new one.
 */
export async function replaceFile(
  path: string,
  content: Buffer | string,
  read: Pick<FileOnDisk, "mark"> | null,
): Promise<{ mtimeMs: number } | null> {
  const temporary = beside(path, "tmp");
  const file = await open(temporary, "wx", 0o600);
  try {
    let mtimeMs: number;
    try {
      await file.writeFile(content);
      await file.sync();
      // Of our own file, before anybody else can write to it.
      mtimeMs = Number((await file.stat({ bigint: true })).mtimeMs);
    } finally {
      await file.close();
    }
    if (read) {
      if (!(await isUnchanged(path, read.mark))) return null;
      await rename(temporary, path);
    } else if (!(await linked(temporary, path))) return null;
    await syncDirectory(dirname(path));
    return { mtimeMs };
  } finally {
    await unlink(temporary).catch(missing);
  }
}

/** A link never replaces what is there, as a rename would. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Takes a file away so that it can be brought back: it stands beside under a hidden name, which is answered, until the
 * change is committed. Null when somebody else wrote it since.
 */
export async function setAside(path: string, read: Pick<FileOnDisk, "mark">): Promise<string | null> {
  if (!(await isUnchanged(path, read.mark))) return null;
  const aside = beside(path, "gone");
  await rename(path, aside);
  await syncDirectory(dirname(path));
  return aside;
}

/** What was set aside is where it was, unless somebody has put a file there since. */
export async function putBack(aside: string, path: string): Promise<void> {
  await linked(aside, path);
  await removeFile(aside);
}

export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(missing);
  await syncDirectory(dirname(path)).catch(missing);
}

async function syncDirectory(directory: string): Promise<void> {
  const opened = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/**
 * Clears what a process that was killed left in a directory. To be called by its only writer, who has nothing under
 * way. `nameOf` says, by its content, what a file was called whose removal never came to be: it is put back.
 */
export async function tidy(directory: string, nameOf: (hash: string) => string | undefined): Promise<void> {
  const names = (await readdir(directory).catch(missing)) ?? [];
  for (const name of names.filter(isTemporary)) {
    const path = join(directory, name);
    if (name.endsWith(".gone")) {
      const found = await readFileAt(path);
      const wanted = found !== null && typeof found === "object" ? nameOf(found.hash) : undefined;
      if (wanted !== undefined) {
        await putBack(path, join(directory, wanted));
        continue;
      }
    }
    await removeFile(path);
  }
}
