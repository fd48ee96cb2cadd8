import { toLocale } from "@/lib/auth/acting";
import { type Db, getDb } from "@/lib/db/client";
import { archivedIds, archivesFrom, insertJobs, listenerOf, standingIds } from "@/lib/db/queries/memory-jobs";
import { struck, unstruck } from "./archive-text";
import { homeOf, withMemory } from "./home";
import { jobsOf } from "./job-rows";
import type { Work } from "./jobs";
import { replaceInNote } from "./notes";

/** Of one job: a cut of a long conversation takes many. */
const MOST_IDS = 1_000;

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
  if (!listener) return;
  const batches = [];
  for (let at = 0; at < ids.length; at += MOST_IDS) {
    batches.push({ fromSeq, toSeq, messageIds: ids.slice(at, at + MOST_IDS) });
  }
  await insertJobs(tx, jobsOf("strike", listener, batches));
}

/** Looks at what stands now, so that it does not matter how often or how late it is done. */
export const strikeWork: Work = async (job, listener, done) => {
  const db = await getDb();
  const standing = await standingIds(db, job.sessionId, job.messageIds);
  const gone = new Set(job.messageIds.filter((id) => !standing.has(id)));
  const wanted = new Set(job.messageIds);
  const archives = await archivesFrom(db, job.sessionId, job.fromSeq);
  const days = new Set(
    archives.filter(({ messageIds }) => messageIds.some((id) => wanted.has(id))).map(({ day }) => day),
  );
  const { timeZone, agentId, userId, creatorId } = listener;
  const home = homeOf({ id: agentId, creatorId }, userId);
  const setting = { locale: toLocale(listener.locale), timeZone, at: job.createdAt };
  await withMemory(home, async (tx) => {
    await done(tx);
    for (const day of days) {
      await replaceInNote(tx, home, day, (note) => unstruck(struck(note, gone, setting), standing));
    }
  });
};
