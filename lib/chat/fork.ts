import type { Actor } from "@/lib/auth/actor-type";
import { copyContext } from "@/lib/context/roll/rewind";
import { type Db, getDb } from "@/lib/db/client";
import { copyMessages, messagesUpTo } from "@/lib/db/queries/copy-messages";
import { copyShownFiles } from "@/lib/db/queries/files";
import { placeOf } from "@/lib/db/queries/messages";
import { changeSession, insertSession } from "@/lib/db/queries/sessions";
import { AppError } from "@/lib/errors";
import type { Session } from "@/lib/http/contract/sessions";
import { branchOf } from "./branch";
import { presentSession } from "./present";
import { requireSession } from "./require-session";

/**
 * A new session with everything up to and with a message. An answer that is still being written is left out. The
 * copy is made from one snapshot, without a lock: the original can be written to meanwhile.
 */
export async function fork(
  actor: Actor,
  { sessionId, messageId }: { sessionId: string; messageId: string },
): Promise<Session> {
  const db = await getDb();
  const branch = await db.transaction(
    async (tx: Db) => {
      const source = await requireSession(tx, actor, sessionId);
      const place = await placeOf(tx, sessionId, messageId);
      if (!place) throw new AppError("not_found", { kind: "message" });
      const created = await insertSession(tx, branchOf(source, messageId, actor.locale));
      const upTo = place.status === "running" ? place.seq - 1 : place.seq;
      const { lastSeq, totalRunes } = await copyMessages(tx, messagesUpTo(sessionId, upTo), created.id);
      await copyShownFiles(tx, sessionId, created.id);
      const from = { sessionId, version: source.contextVersion };
      await copyContext(tx, from, { sessionId: created.id, lastSeq });
      return (await changeSession(tx, actor, created.id, { lastSeq, totalRunes })) ?? created;
    },
    { isolationLevel: "repeatable read" },
  );
  return presentSession(branch, null);
}
