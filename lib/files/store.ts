import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, readFile, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { config } from "@/lib/config";
import { type Db, getDb } from "@/lib/db/client";
import { hashesInUse, lockBytes } from "@/lib/db/queries/files";

// The bytes of files, each once, in a file named by their SHA-256: ab/abcdef…. A row of `files` is written in the
// transaction that has put its bytes in place, under a lock of the hash; the last row is gone before its bytes go.

const HASH = /^[0-9a-f]{64}$/;
const INCOMING = "incoming";
/** What is this old and belongs to nobody was left by a process that died. */
const LEFT_MS = 60 * 60_000;

export const filesDirectory = (): string =>
  resolve(/* turbopackIgnore: true */ config().FILES_DIR ?? join(config().DATA_DIR, "files"));

const pathOf = (hash: string): string => {
  if (!HASH.test(hash)) throw new Error("not the hash of a file");
  return join(filesDirectory(), hash.slice(0, 2), hash);
};

/** A place of its own for what is coming in. */
export async function incomingPath(): Promise<string> {
  const directory = join(filesDirectory(), INCOMING);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return join(directory, randomUUID());
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Brings the bytes to the disk, so that only a link is left to be made. */
export async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts a flushed file in its place, within the transaction that writes its row. The same bytes are there once. */
export async function putBytes(tx: Db, hash: string, from: string): Promise<void> {
  await lockBytes(tx, hash);
  const path = pathOf(hash);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await link(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  const directory = await open(dirname(path), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Removes bytes that no row names any more. */
export async function dropBytes(hashes: readonly string[]): Promise<void> {
  const db = await getDb();
  for (const hash of new Set(hashes)) {
    await db.transaction(async (tx: Db) => {
      await lockBytes(tx, hash);
      if ((await hashesInUse(tx, [hash])).size === 0) await discard(pathOf(hash));
    });
  }
}

/** Removes a file if it is there. */
export async function discard(path: string): Promise<void> {
  await unlink(path).catch(unlessMissing);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}

export async function readBytesOf(hash: string): Promise<Buffer | null> {
  return (await readFile(pathOf(hash)).catch(unlessMissing)) ?? null;
}

/** A copy beside, for what reads by path; the bytes may be dropped meanwhile. */
export const bytesPath = pathOf;

/** Removes what processes that died have left in one of 256 folders, and of what was coming in. Answers how much. */
export async function sweepFolder(n: number, now = Date.now()): Promise<number> {
  const folder = (n % 256).toString(16).padStart(2, "0");
  const names = (await leftIn(folder, now)).filter((name) => HASH.test(name));
  const used = await hashesInUse(await getDb(), names);
  const orphans = names.filter((name) => !used.has(name));
  await dropBytes(orphans);
  const incoming = await leftIn(INCOMING, now);
  for (const name of incoming) await discard(join(filesDirectory(), INCOMING, name));
  return orphans.length + incoming.length;
}

async function leftIn(folder: string, now: number): Promise<string[]> {
  const directory = join(filesDirectory(), folder);
  const left: string[] = [];
  for (const name of (await readdir(directory).catch(unlessMissing)) ?? []) {
    const found = await stat(join(directory, name)).catch(unlessMissing);
    if (found && now - found.ctimeMs > LEFT_MS) left.push(name);
  }
  return left;
}
