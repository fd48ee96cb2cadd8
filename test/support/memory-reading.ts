import { asc, eq } from "drizzle-orm";
import { getDb } from "@/lib/db/client";
import { type EntryRow, memoryEntries } from "@/lib/db/schema/agents";

/** What is kept of an agent, the oldest first. */
export async function entriesOf(agentId: string): Promise<EntryRow[]> {
  const db = await getDb();
  const those = db.select().from(memoryEntries).where(eq(memoryEntries.agentId, agentId));
  return await those.orderBy(asc(memoryEntries.createdAt), asc(memoryEntries.id));
}
