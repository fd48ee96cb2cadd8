import { countRunes } from "@/lib/context/size/measure";
import type { MessageRow, SessionRow } from "@/lib/db/schema/chat";
import { fileOf } from "@/lib/files/part";
import type { Message } from "@/lib/http/contract/messages";
import type { Session } from "@/lib/http/contract/sessions";
import { cutGraphemes } from "@/lib/text";

/** In a page, a tool's input or output longer than this is shown by its beginning. */
export const SHOWN_TOOL_RUNES = 4_000;

export function presentSession(row: SessionRow, activeRunId: string | null): Session {
  return {
    id: row.id,
    title: row.title,
    agent_id: row.agentId,
    model: row.model,
    last_seq: row.lastSeq,
    verbatim_since_seq: row.verbatimSinceSeq,
    summary_version: row.contextVersion,
    pinned: row.pinnedAt !== null,
    archived: row.archivedAt !== null,
    forked_from: row.forkedFromSessionId
      ? { session_id: row.forkedFromSessionId, message_id: row.forkedFromMessageId }
      : null,
    active_run_id: activeRunId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

type Part = Message["parts"][number];

/** `shorten`: as in a page, with very long tool values cut and said so; otherwise in full. */
export function presentMessage(row: MessageRow, { shorten }: { shorten: boolean }): Message {
  const parts: Part[] = row.parts.map(withoutExtract);
  const shown = shorten ? parts.map(shortenTool) : parts;
  return {
    id: row.id,
    session_id: row.sessionId,
    seq: row.seq,
    role: row.role,
    ...(row.name === null ? {} : { name: row.name }),
    parts: shown,
    text: row.text,
    status: row.status,
    error: row.error,
    model: row.model,
    usage: row.usage,
    run_id: row.runId,
    created_at: row.createdAt.toISOString(),
    ...(shown.some((part, i) => part !== parts[i]) ? { truncated: true } : {}),
  };
}

/** A file without what the model is told of it: the screen shows the file, and the text may be long. */
function withoutExtract(part: MessageRow["parts"][number]): Part {
  const file = fileOf(part);
  if (part.type !== "file" || !file) return part;
  const { text, tokens, runes, name, mediaType, ...facts } = file;
  return { ...part, providerMetadata: { cadau: { ...facts, kept_runes: countRunes(text) } } };
}

/** The same part where nothing in it is too long. */
function shortenTool(part: Part): Part {
  if (!part.type.startsWith("tool-") && part.type !== "dynamic-tool") return part;
  const cut = (["input", "output"] as const).flatMap((key) => {
    const text = longText(part[key]);
    return text === null ? [] : [[key, `${cutGraphemes(text, SHOWN_TOOL_RUNES)} …`] as const];
  });
  return cut.length > 0 ? { ...part, ...Object.fromEntries(cut) } : part;
}

/** The value as text when it is too long to be shown whole. */
function longText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN_TOOL_RUNES ? text : null;
}
