import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { findMessage } from "@/lib/db/queries/messages";
import { AppError } from "@/lib/errors";
import type { Message } from "@/lib/http/contract/messages";
import { presentMessage } from "./present";
import { settleIfLost } from "./runs/recover";

/** One message in full. */
export async function readMessage(actor: Actor, id: string): Promise<Message> {
  const db = await getDb();
  let row = await findMessage(db, actor, id);
  if (row?.status === "running") {
    await settleIfLost(row.sessionId);
    row = await findMessage(db, actor, id);
  }
  if (!row) throw new AppError("not_found", { kind: "message" });
  return presentMessage(row, { shorten: false });
}
