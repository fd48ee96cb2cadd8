import { z } from "zod";
import { countEntryUse } from "@/lib/memory/by-agent";
import { getEntry } from "@/lib/memory/entry-edit";
import { getNote, listNotes } from "@/lib/memory/notes";
import { badInput, notFound } from "./failure";
import { atMost, isId, whole } from "./input";
import { entryLink, messageLink, noteLink } from "./links";
import { agentOf } from "./own-agent";
import { pieceOf } from "./page";
import { defineTool, ToolFailure, type ToolOutput, type ToolScope } from "./tool";
import { whenIn } from "./when";

const USUAL_RUNES = 8_000;
const MOST_RUNES = 20_000;
/** The newest. */
const MOST_DAYS = 60;

const Input = z.object({
  entry_id: z.string().optional(),
  day: z.string().optional().describe("YYYY-MM-DD"),
  offset_runes: whole().optional(),
  max_runes: whole().optional(),
});
type Input = z.infer<typeof Input>;

export const memoryRead = defineTool({
  name: "memory_read",
  description:
    "An entry of memory, or a day's note (long ones in pieces: go on at `next_offset`). Without arguments: the days that have notes.",
  input: Input,
  hasEffect: false,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, input) {
    if (input.entry_id !== undefined) return await readEntry(scope, input.entry_id, input);
    if (input.day !== undefined) return await readNote(scope, input.day, input);
    const notes = await listNotes(scope.actor, agentOf(scope));
    return { days: notes.slice(-MOST_DAYS).map(({ day, runes }) => ({ day, runes })), of_days: notes.length };
  },
});

type Place = Pick<Input, "offset_runes" | "max_runes">;

function paged(text: string, { offset_runes = 0, max_runes }: Place) {
  const piece = pieceOf(text, offset_runes, atMost(max_runes, USUAL_RUNES, MOST_RUNES));
  return { text: piece.text, of_runes: piece.runes, next_offset: piece.next };
}

async function readEntry(scope: ToolScope, id: string, place: Place): Promise<ToolOutput> {
  const agentId = agentOf(scope);
  if (!isId(id)) throw notFound("entry");
  const entry = await getEntry(scope.actor, agentId, id);
  if (entry.problem !== null) throw unreadable(entry.problem);
  if ((place.offset_runes ?? 0) === 0) await countEntryUse(scope.actor, agentId, id);
  const { title, kind, tags, pinned, updated_at, superseded_by, source } = entry;
  const message = source?.message_ids.at(-1);
  return {
    ...{ entry_id: id, title, kind, tags, pinned, updated: whenIn(scope.actor.timeZone, new Date(updated_at)) },
    ...(superseded_by !== null && { superseded_by }),
    // Only where the conversation is still there.
    ...(source?.title != null && message !== undefined && { source: messageLink(source.session_id, message) }),
    ...{ link: entryLink(agentId, id), ...paged(entry.body, place) },
  };
}

async function readNote(scope: ToolScope, day: string, place: Place): Promise<ToolOutput> {
  const agentId = agentOf(scope);
  const note = await getNote(scope.actor, agentId, day);
  if (note.problem !== null) throw unreadable(note.problem);
  if (place.offset_runes !== undefined && place.offset_runes > note.text.length)
    throw badInput("The note ends before.");
  return { day, link: noteLink(agentId, day), ...paged(note.text, place) };
}

const unreadable = (problem: string) =>
  new ToolFailure("unreadable", `Its file cannot be read (${problem}); the person sees it on the agent's page.`);
