import { toLocale } from "@/lib/auth/acting";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { changeMemory } from "@/lib/db/queries/agent-memories";
import { standingMessages } from "@/lib/db/queries/memory-jobs";
import { log } from "@/lib/log";
import { type ArchiveSetting, archivePointer, archiveSection, markerOf } from "./archive-text";
import { homeOf, withMemory } from "./home";
import type { Work } from "./jobs";
import { appendToNote } from "./notes";

/** Writes the messages of a job into its day's note. Begun again after a crash, it finds its section and only ends the job. */
export const archiveWork: Work = async (job, listener, done) => {
  const kind = job.kind === "append" ? "append" : "flush";
  const messages = await standingMessages(await getDb(), job.sessionId, job.messageIds);
  const { agentId, userId, creatorId, agentName, sessionId, title, timeZone } = listener;
  const home = homeOf({ id: agentId, creatorId }, userId);
  const setting: ArchiveSetting = {
    ...{ kind, jobId: job.id, sessionId, title, agentName, timeZone },
    locale: toLocale(listener.locale),
    at: job.createdAt,
    toolOutputMaxRunes: config().agent.memory_tool_output_max_runes,
  };
  const section = {
    marker: markerOf(job.id),
    text: archiveSection(messages, setting),
    instead: archivePointer(messages, setting),
  };
  await withMemory(home, async (tx) => {
    await done(
      tx,
      messages.map(({ id }) => id),
    );
    // All of it may have been cut off before its turn came.
    if (messages.length > 0) await appendToNote(tx, home, job.day, section);
    await changeMemory(tx, home, { lastFlushAt: new Date() });
  });
  const facts = { from_seq: job.fromSeq, to_seq: job.toSeq, messages: messages.length, day: job.day };
  log.info(kind === "append" ? "agent_memory_append" : "agent_memory_flush", facts);
};
