import { countRunes } from "@/lib/context/size/measure";
import type { Db } from "@/lib/db/client";
import { countChange } from "@/lib/db/queries/agent-memories";
import { deleteNoteRow, findNoteRow, putNoteRow } from "@/lib/db/queries/memory-notes";
import { textIn } from "./file-text";
import type { FileProblem } from "./front-matter";
import type { MemoryHome } from "./home";

/** Brings the row of a day's note up to date. Within `withMemory`. */
export async function indexNote(
  tx: Db,
  home: MemoryHome,
  day: string,
  bytes: Buffer,
  disk: { hash: string; mtimeMs: number; size?: number; problem?: FileProblem },
): Promise<void> {
  const { hash, mtimeMs } = disk;
  const before = await findNoteRow(tx, home, day);
  if (before?.hash === hash && before.mtimeMs === mtimeMs) return;
  const { text, problem } = textIn(bytes);
  const size = disk.size ?? bytes.length;
  const key = { agentId: home.agentId, userId: home.userId };
  const row = { ...key, day, runes: countRunes(text), bytes: size, mtimeMs, hash, problem: disk.problem ?? problem };
  await putNoteRow(tx, row);
  await countChange(tx, home, { notes: before ? 0 : 1, bytes: size - (before?.bytes ?? 0) });
}

export async function forgetNote(tx: Db, home: MemoryHome, day: string): Promise<void> {
  const before = await findNoteRow(tx, home, day);
  if (!before) return;
  await deleteNoteRow(tx, home, day);
  await countChange(tx, home, { notes: -1, bytes: -before.bytes });
}
