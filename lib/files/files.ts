import { stat } from "node:fs/promises";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { hit } from "@/lib/auth/rate-limit";
import { requireStanding } from "@/lib/auth/standing";
import { config } from "@/lib/config";
import { countRunes } from "@/lib/context/size/measure";
import { type Db, getDb } from "@/lib/db/client";
import { deleteUnsent, findFile, insertFile } from "@/lib/db/queries/files";
import type { FileRow } from "@/lib/db/schema/files";
import { AppError } from "@/lib/errors";
import type { FileInfo } from "@/lib/http/contract/files";
import { headAndTail } from "@/lib/text";
import { endingOf, plainName } from "./name";
import { type Readable, readUpload } from "./read-file";
import { receive } from "./receive";
import { discard, dropBytes, flushToDisk, hashOfFile, incomingPath, putBytes, readBytesOf } from "./store";

/** Characters of a file's text that are looked at: beyond it head and tail are. */
export const MOST_TEXT = 2_000_000;

/** Takes a file in: what it is and says is read at once, so that whoever brought it learns of what is wrong. */
export async function uploadFile(actor: Actor, request: Request, given: string | undefined): Promise<FileInfo> {
  const { attachment_max_bytes, uploads_per_minute } = config().files;
  await hit(`upload:${actor.userId}`, { max: uploads_per_minute, windowS: 60 });
  const received = await receive(request, given, attachment_max_bytes);
  try {
    return presentFile(await takeIn(actor, received.path, plainName(received.name)));
  } finally {
    await discard(received.path);
  }
}

/** Stores the file at `path`, as it is or, of an image, as it was made anew. */
async function takeIn(actor: Actor, path: string, name: string): Promise<FileRow> {
  const picture = await incomingPath();
  try {
    const read = await readUpload({ input: path, output: picture, mostText: MOST_TEXT }, name);
    const source = read.kind === "image" ? picture : path;
    await flushToDisk(source);
    const [hash, { size }] = await Promise.all([hashOfFile(source), stat(source)]);
    const db = await getDb();
    return await db.transaction(async (tx: Db) => {
      await requireStanding(tx, actor);
      await putBytes(tx, hash, source);
      const { userId, workspaceId } = actor;
      return await insertFile(tx, { id: uuidv7(), userId, workspaceId, hash, name, bytes: size, ...told(read, name) });
    });
  } finally {
    await discard(picture);
  }
}

const MARKED: Record<string, string> = { ".md": "text/markdown", ".markdown": "text/markdown", ".csv": "text/csv" };

function told(read: Readable, name: string) {
  if (read.kind === "image") {
    const { kind, mediaType, width, height } = read;
    return { kind, mediaType, width, height };
  }
  const { kind, foundRunes, text } = read;
  const { attachment_max_runes } = config().files;
  const mediaType = kind === "text" ? (MARKED[endingOf(name)] ?? "text/plain") : read.mediaType;
  return { kind, mediaType, foundRunes, text: headAndTail(text, attachment_max_runes) };
}

export function presentFile(row: FileRow): FileInfo {
  return {
    id: row.id,
    name: row.name,
    media_type: row.mediaType,
    kind: row.kind,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    found_runes: row.foundRunes,
    kept_runes: countRunes(row.text),
    created_at: row.createdAt.toISOString(),
  };
}

async function requireFile(actor: Actor, id: string): Promise<FileRow> {
  const row = await findFile(await getDb(), actor, id);
  if (!row) throw new AppError("not_found", { kind: "file" });
  return row;
}

export async function fileInfo(actor: Actor, id: string): Promise<FileInfo> {
  return presentFile(await requireFile(actor, id));
}

export async function fileContent(actor: Actor, id: string): Promise<{ row: FileRow; bytes: Buffer }> {
  const row = await requireFile(actor, id);
  const bytes = await readBytesOf(row.hash);
  if (!bytes) throw new AppError("not_found", { kind: "file" });
  return { row, bytes };
}

/** One that was never sent; what a conversation shows goes with the conversation. */
export async function deleteFile(actor: Actor, id: string): Promise<void> {
  const db = await getDb();
  const hash = await db.transaction((tx: Db) => deleteUnsent(tx, actor, id));
  if (hash === undefined) throw new AppError("not_found", { kind: "file" });
  await dropBytes([hash]);
}
