import { and, eq } from "drizzle-orm";
import type { Actor } from "@/lib/auth/actor-type";
import { truncate, undoTruncation } from "@/lib/chat/truncate";
import { type Db, getDb } from "@/lib/db/client";
import { lockSessionRow } from "@/lib/db/queries/memory-jobs";
import { insertMessages, placeOf } from "@/lib/db/queries/messages";
import { memoryJobs } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import { wantAppend } from "@/lib/memory/append";
import { kickMemory, startMemoryWork, stopMemoryWork } from "@/lib/memory/background";
import { updateEntry } from "@/lib/memory/entry-edit";
import { flush } from "@/lib/memory/flush";
import type { Unarchived } from "@/lib/memory/flush-plan";
import { wantRemembered } from "@/lib/memory/remember";
import { rememberMessage } from "@/lib/memory/remember-message";

/**
 * What becomes of a conversation's memory, as a process does it that is told to: what is wanted is stored, and the
 * background does it. After a kill the same is asked for again, as a roll does that is begun anew, a browser that sends
 * again, or a person who presses once more.
 */
export type TalkWork = { actor: Actor; agentId: string; sessionId: string } & (
  | { do: "flush"; toSeq: number }
  | { do: "auto-append"; turn: Unarchived[] }
  | { do: "say"; messageId: string; seq: number; text: string }
  | { do: "keep"; messageId: string; text: string }
  | { do: "cut"; messageId: string }
  | { do: "put back"; truncationId: string }
  | { do: "edit"; entryId: string; body: string }
);

export async function doTalkWork(work: TalkWork, { onBegin }: { onBegin?: () => void } = {}): Promise<void> {
  await startMemoryWork();
  onBegin?.();
  await ask(work);
  kickMemory();
  const db = await getDb();
  const pending = and(eq(memoryJobs.sessionId, work.sessionId), eq(memoryJobs.state, "pending"));
  while ((await db.$count(memoryJobs, pending)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await stopMemoryWork();
}

async function ask(work: TalkWork): Promise<void> {
  const { actor, agentId, sessionId } = work;
  const db = await getDb();
  const inSession = (task: (tx: Db) => Promise<void>) =>
    db.transaction(async (tx: Db) => {
      await lockSessionRow(tx, sessionId);
      await task(tx);
    });
  switch (work.do) {
    case "flush":
      await flush({ sessionId, agentId, fromSeq: 1, toSeq: work.toSeq });
      return;
    case "auto-append":
      return await inSession((tx) => wantAppend(tx, sessionId, work.turn));
    case "say": {
      const { messageId: id, seq, text } = work;
      return await inSession(async (tx) => {
        if (await placeOf(tx, sessionId, id)) return;
        const parts = [{ type: "text" as const, text }];
        await insertMessages(tx, [
          { sessionId, id, seq, role: "user", parts, text, runes: 0, runesBefore: 0, terms: [] },
        ]);
        await wantRemembered(tx, sessionId, { id, seq }, text);
      });
    }
    case "keep":
      await rememberMessage(actor, sessionId, work.messageId, { text: work.text, kind: "fact" });
      return;
    case "cut":
      if (await placeOf(db, sessionId, work.messageId)) await truncate(actor, work);
      return;
    case "put back":
      await undoTruncation(actor, work.truncationId).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === "already_undone")) throw error;
      });
      return;
    case "edit":
      await updateEntry(actor, agentId, work.entryId, { body: work.body });
      return;
  }
}
