import type { SQL } from "drizzle-orm";
import type { Db } from "./client";

/** The rows of a raw statement: the engines wrap them differently. */
export async function rowsOf<T extends Record<string, unknown>>(db: Db, statement: SQL): Promise<T[]> {
  const result: unknown = await db.execute(statement);
  const rows = Array.isArray(result) ? result : (result as { rows: unknown[] }).rows;
  return rows as T[];
}
