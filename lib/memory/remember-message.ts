import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
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

/** Keeps it in the memory of the conversation's agent. Throws `holds_secret` for what no memory keeps. */
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
  const now = new Date();
  const entry = await withMemory(home, (tx) =>
    putEntry(
      tx,
      home,
      {
        ...{ id: uuidv7(), title: title?.trim() || titleOf(body, null), kind, tags: [], pinned: false },
        ...{ created: now, updated: now, supersededBy: null, body },
        source: { sessionId, messageIds: [messageId] },
      },
      { author: "remember", kind: "add" },
    ),
  );
  return { agentId: session.agentId, entry };
}
