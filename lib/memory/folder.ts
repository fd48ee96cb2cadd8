import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { hashOf, isTemporary, readFileAt, removeFile, replaceFile, tidy } from "./durable-write";
import { textIn } from "./file-text";
import { knownCalls, rememberCall } from "./folder-calls";
import { fileName, folderOf } from "./folder-path";
import { requireHome, withMemory } from "./home";
import { isSafeDirectory, missing } from "./paths";

export type FolderFile = { name: string; bytes: number; changed: Date };
export type WriteMode = "create" | "replace" | "append" | "delete";

/** Why a file of the folder cannot be read or written. */
export type FolderProblem =
  | "bad_name"
  | "not_found"
  | "exists"
  | "not_text"
  | "not_a_file"
  | "unreadable"
  | "too_large"
  | "changed"
  | "too_many_files"
  | "too_many_bytes";
export class FolderError extends Error {
  override readonly name = "FolderError";
  readonly problem: FolderProblem;

  constructor(problem: FolderProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** All files of the actor's folder with an agent, by name, and what it may hold. */
export async function listFolder(actor: Actor, agentId: string) {
  const { home } = await requireHome(actor, agentId);
  return { files: (await look(folderOf(home))).files, limits: limits() };
}

const limits = () => {
  const { files_max_bytes: bytes, files_max_files: files } = config().agent;
  return { bytes, files };
};

/** The files that have names of ours; links and whatever else somebody has put there do not show. */
async function look(folder: string): Promise<{ files: FolderFile[]; leftovers: boolean }> {
  const names = (await isSafeDirectory(folder)) ? await readdir(folder) : [];
  const files: FolderFile[] = [];
  for (const name of names.filter((each) => fileName(each) === each).sort()) {
    const found = await lstat(join(folder, name)).catch(missing);
    if (found?.isFile()) files.push({ name, bytes: found.size, changed: found.mtime });
  }
  return { files, leftovers: names.some(isTemporary) };
}

function requireName(given: string): string {
  const name = fileName(given);
  if (name === null) throw new FolderError("bad_name");
  return name;
}

/** Undefined where there is none. Throws for what is no plain file. */
async function readAt(folder: string, name: string) {
  const found = (await isSafeDirectory(folder)) ? await readFileAt(join(folder, name)) : null;
  if (typeof found === "string") throw new FolderError(found);
  return found ?? undefined;
}

export async function readFolderFile(actor: Actor, agentId: string, given: string): Promise<{ text: string }> {
  const name = requireName(given);
  const { home } = await requireHome(actor, agentId);
  const found = await readAt(folderOf(home), name);
  if (!found) throw new FolderError("not_found");
  const { text, problem } = textIn(found.bytes);
  if (problem || text.includes("\uFFFD")) throw new FolderError("not_text");
  return { text };
}

/**
 * Writes, or takes away, a file. Whole or not at all, and within the folder's quota. `callId` names the operation: begun
 * again after a crash it is done once. Answers how large the file is then.
 */
export async function writeFolderFile(
  actor: Actor,
  agentId: string,
  { name: given, text, mode, callId }: { name: string; text: string; mode: WriteMode; callId: string },
): Promise<{ name: string; bytes: number }> {
  const name = requireName(given);
  const { home } = await requireHome(actor, agentId);
  const folder = folderOf(home);
  return await withMemory(home, async () => {
    await isSafeDirectory(folder, { create: true });
    const { files, leftovers } = await look(folder);
    if (leftovers) await tidy(folder, () => undefined);
    const found = await readAt(folder, name);
    const now = found?.hash ?? "";
    const calls = await knownCalls(folder);
    const call = hashOf(JSON.stringify([callId, name, mode, text]));
    const begun = calls.get(call);
    if (begun?.after === now) return { name, bytes: found?.bytes.length ?? 0 };
    if (begun && begun.before !== now) throw new FolderError("changed");
    const bytes = wanted(found?.bytes, text, mode);
    if (bytes) requireRoom(files, name, bytes.length);
    await rememberCall(folder, calls, call, { before: now, after: bytes ? hashOf(bytes) : "" });
    if (!bytes) await removeFile(join(folder, name));
    else if (!(await replaceFile(join(folder, name), bytes, found ?? null))) throw new FolderError("changed");
    return { name, bytes: bytes?.length ?? 0 };
  });
}

/** What is to stand in the file; null: nothing, it goes. */
function wanted(found: Buffer | undefined, text: string, mode: WriteMode): Buffer | null {
  if (mode === "create" && found) throw new FolderError("exists");
  if (mode === "delete") {
    if (!found) throw new FolderError("not_found");
    return null;
  }
  if (text.includes("\0") || !text.isWellFormed()) throw new FolderError("not_text");
  return Buffer.concat([...(mode === "append" && found ? [found] : []), Buffer.from(text)]);
}

/** Who makes less of it, or stays as large, may always: a quota that was lowered locks nothing. */
function requireRoom(files: readonly FolderFile[], name: string, bytes: number): void {
  const most = limits();
  const old = files.find((file) => file.name === name);
  if (!old && files.length >= most.files) throw new FolderError("too_many_files");
  const others = files.reduce((sum, file) => sum + file.bytes, 0) - (old?.bytes ?? 0);
  if (others + bytes > most.bytes && bytes > (old?.bytes ?? 0)) throw new FolderError("too_many_bytes");
}
