import { v5 as uuidv5 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { findEntryRow } from "@/lib/db/queries/memory-entries";
import { placeOf } from "@/lib/db/queries/messages";
import { findSession } from "@/lib/db/queries/sessions";
import type { EntryKind, EntryRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import { putEntry } from "./entries";
import { titleOf } from "./extract/title";
import { requireHome, withMemory } from "./home";
import { holdsSecret } from "./secrets";

/** What a person keeps of a message by the button on it. Without a title one is taken from the text. */
export type Kept = { text: string; kind: EntryKind; title?: string };

/**
 * Keeps it in the memory of the conversation's agent. The same of the same message is one entry, however often it is
 * asked for: also where the process died before it could answer. Throws `holds_secret` for what no memory keeps.
 */
export async function rememberMessage(
  actor: Actor,
  sessionId: string,
  messageId: string,
  { text, kind, title }: Kept,
): Promise<{ agentId: string; entry: EntryRow }> {
  const db = await getDb();
  const session = await findSession(db, actor, sessionId);
  if (!session) throw new AppError("not_found", { kind: "session" });
  if (!(await placeOf(db, sessionId, messageId))) throw new AppError("not_found", { kind: "message" });
  if (session.agentId === null) throw new AppError("not_found", { kind: "agent" });
  const { home } = await requireHome(actor, session.agentId);
  const body = text.trim();
  if (holdsSecret(`${title ?? ""}\n${body}`)) throw new AppError("holds_secret", {});
  const id = uuidv5(JSON.stringify([kind, title?.trim() ?? "", body]), messageId);
  const now = new Date();
  const entry = await withMemory(home, async (tx: Db) => {
    const kept = await findEntryRow(tx, home, id);
    // What became of it since stays.
    if (kept?.supersededBy === null) return kept;
    return await putEntry(
      tx,
      home,
      {
        ...{ id, title: title?.trim() || titleOf(body, null), kind, tags: [], pinned: false },
        ...{ created: now, updated: now, supersededBy: null, body },
        source: { sessionId, messageIds: [messageId] },
      },
      { author: "remember", kind: "add" },
    );
  });
  return { agentId: session.agentId, entry };
}
