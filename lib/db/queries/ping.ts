import { sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";

/** One round trip to the server and back. */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
