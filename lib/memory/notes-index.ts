import { countRunes } from "@/lib/context/size/measure";
import type { Db } from "@/lib/db/client";
import { countChange } from "@/lib/db/queries/agent-memories";
import { deleteNoteRow, findNoteRow, putNoteRow } from "@/lib/db/queries/memory-notes";
import { passageBodies, putPassages } from "@/lib/db/queries/memory-search";
import { storableText } from "@/lib/text";
import { textIn } from "./file-text";
import type { FileProblem } from "./front-matter";
import type { MemoryHome } from "./home";
import { passageTerms } from "./memory-terms";
import { passagesOf } from "./passages";

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
  await indexPassages(tx, home, day, text);
  await countChange(tx, home, { notes: before ? 0 : 1, bytes: size - (before?.bytes ?? 0) });
}

export async function forgetNote(tx: Db, home: MemoryHome, day: string): Promise<void> {
  const before = await findNoteRow(tx, home, day);
  if (!before) return;
  await deleteNoteRow(tx, home, day);
  await countChange(tx, home, { notes: -1, bytes: -before.bytes });
}

/** Brings the passages of a day's note up to date, from the first that is another: mostly something was added at its end. */
export async function indexPassages(tx: Db, home: MemoryHome, day: string, text: string): Promise<void> {
  const passages = passagesOf(storableText(text));
  const before = await passageBodies(tx, home, day);
  const same = passages.findIndex((body, i) => body !== before[i]);
  const from = same < 0 ? passages.length : same;
  if (from === passages.length && before.length === passages.length) return;
  const changed = passages.slice(from).map((body) => ({ body, terms: passageTerms(home, day, body) }));
  await putPassages(tx, home, day, from, changed);
}
