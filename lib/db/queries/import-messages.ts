import { sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type MessageParts, type MessageRole, type MessageStatus, chatMessages as m } from "@/lib/db/schema/chat";

/** A message as the import writes it. */
export type ImportedMessage = {
  id: string;
  seq: number;
  role: MessageRole;
  name: string | null;
  parts: MessageParts;
  text: string;
  runes: number;
  runes_before: number;
  status: MessageStatus;
  model: string | null;
  created_at: string;
  terms: number[];
};

/** One statement with one parameter, however many rows: values lists of a thousand rows would be parsed anew each time. */
export async function insertImported(tx: Db, sessionId: string, rows: readonly ImportedMessage[]): Promise<void> {
  await tx.execute(sql`
    insert into ${m} (session_id, id, seq, role, name, parts, text, runes, runes_before, status, model, created_at, terms)
    select ${sessionId}::uuid, id, seq, role, name, parts, text, runes, runes_before, status, model, created_at, terms
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, seq integer, role text, name text, parts jsonb,
      text text, runes integer, runes_before bigint, status text, model text, created_at timestamptz, terms bigint[])`);
}
