import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { agentMemories as a, type NoteRow, memoryNotes as n } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

const ofMemory = ({ agentId, userId }: MemoryKey) => and(eq(n.agentId, agentId), eq(n.userId, userId));

export async function findNoteRow(db: Db, memory: MemoryKey, day: string): Promise<NoteRow | undefined> {
  const [row] = await db
    .select()
    .from(n)
    .where(and(ofMemory(memory), eq(n.day, day)));
  return row;
}

/** The days with a note between two, newest first. One index range. */
export async function noteRows(
  db: Db,
  memory: MemoryKey,
  { from, to, limit }: { from?: string | undefined; to?: string | undefined; limit: number },
): Promise<NoteRow[]> {
  return await db
    .select()
    .from(n)
    .where(and(ofMemory(memory), from ? gte(n.day, from) : undefined, to ? lte(n.day, to) : undefined))
    .orderBy(desc(n.day))
    .limit(limit);
}

export type NoteFacts = Pick<NoteRow, "day" | "runes" | "bytes" | "mtimeMs" | "hash" | "problem">;

export async function putNoteRow(tx: Db, { agentId, userId }: MemoryKey, facts: NoteFacts): Promise<void> {
  const before = await findNoteRow(tx, { agentId, userId }, facts.day);
  const set = { ...facts, updatedAt: sql`now()` };
  await tx
    .insert(n)
    .values({ agentId, userId, ...facts })
    .onConflictDoUpdate({ target: [n.agentId, n.userId, n.day], set });
  await addToMemory(tx, { agentId, userId }, { notes: before ? 0 : 1, bytes: facts.bytes - (before?.bytes ?? 0) });
}

export async function removeNoteRow(tx: Db, memory: MemoryKey, day: string): Promise<void> {
  const [row] = await tx
    .delete(n)
    .where(and(ofMemory(memory), eq(n.day, day)))
    .returning({ bytes: n.bytes });
  if (row) await addToMemory(tx, memory, { notes: -1, bytes: -row.bytes });
}

/** What the memory has grown by. */
async function addToMemory(tx: Db, { agentId, userId }: MemoryKey, by: { notes: number; bytes: number }) {
  await tx
    .update(a)
    .set({ notes: sql`${a.notes} + ${by.notes}`, bytes: sql`${a.bytes} + ${by.bytes}` })
    .where(and(eq(a.agentId, agentId), eq(a.userId, userId)));
}
