import type { Work } from "@/lib/memory/jobs";

/** Placeholder until entries are there. */
export const extractWork: Work = async (_job, _listener, done) => {
  const { getDb } = await import("@/lib/db/client");
  await done(await getDb());
};
