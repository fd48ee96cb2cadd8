"use server";
import { refresh } from "next/cache";
import { z } from "zod";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import { parsed } from "@/lib/auth/parsed";
import { Text, Uuid } from "@/lib/http/contract/common";
import { getNote, saveNote } from "@/lib/memory/notes";
import { isDay } from "@/lib/memory/paths";

const Day = z.string().refine(isDay);
/** Above what a note can hold: lib says how much that is. */
const Edit = z.object({ text: Text(8_000_000), baseHash: z.string().max(200).nullable() });

export type SavedNote = { text: string; hash: string };

/** `baseHash`: of the note that was edited; null where there was none. */
export async function save(
  agentId: string,
  day: string,
  edit: { text: string; baseHash: string | null },
): Promise<Outcome<SavedNote>> {
  const outcome = await attempt(async (actor) => {
    const { text, hash } = await saveNote(actor, parsed(Uuid, agentId), parsed(Day, day), parsed(Edit, edit));
    return { text, hash };
  });
  if (outcome.ok) refresh();
  return outcome;
}

/** The note as it is now. */
export async function read(agentId: string, day: string): Promise<Outcome<SavedNote>> {
  return attempt(async (actor) => {
    const { text, hash } = await getNote(actor, parsed(Uuid, agentId), parsed(Day, day));
    return { text, hash };
  });
}
