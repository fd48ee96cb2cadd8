import { toLocale } from "@/lib/auth/acting";
import { type Db, getDb } from "@/lib/db/client";
import { archivedIds, archivesFrom, insertJobs, listenerOf, standingMessages } from "@/lib/db/queries/memory-jobs";
import { struck, unstruck } from "./archive-text";
import { homeOf, withMemory } from "./home";
import { jobsOf } from "./job-rows";
import type { Work } from "./jobs";
import { replaceInNote } from "./notes";

/**
 * Has the notes say what became of messages that they hold: those that were cut off are struck, those that came back
 * are not any more. In the transaction that cuts or restores; nothing where no note holds any.
 */
export async function wantStrike(
  tx: Db,
  session: { id: string; agentId: string | null },
  fromSeq: number,
  toSeq: number,
): Promise<void> {
  if (session.agentId === null) return;
  const ids = [...(await archivedIds(tx, session.id, fromSeq, toSeq))];
  const listener = ids.length > 0 ? await listenerOf(tx, session.id) : undefined;
  if (listener) await insertJobs(tx, jobsOf("strike", listener, [{ fromSeq, toSeq, messageIds: ids }]));
}

/** Looks at what stands now, so that it does not matter how often or how late it is done. */
export const strikeWork: Work = async (job, listener, done) => {
  const db = await getDb();
  const standing = new Set((await standingMessages(db, job.sessionId, job.messageIds)).map(({ id }) => id));
  const wanted = new Set(job.messageIds);
  const archives = await archivesFrom(db, job.sessionId, job.fromSeq);
  const { timeZone, agentId, userId, creatorId } = listener;
  const home = homeOf({ id: agentId, creatorId }, userId);
  const setting = { locale: toLocale(listener.locale), timeZone, at: job.createdAt };
  await withMemory(home, async (tx) => {
    await done(tx);
    for (const { day, messageIds } of archives) {
      const ids = messageIds.filter((id) => wanted.has(id));
      const gone = ids.filter((id) => !standing.has(id));
      const back = ids.filter((id) => standing.has(id));
      await replaceInNote(tx, home, day, (note) => unstruck(struck(note, gone, setting), back));
    }
  });
};
