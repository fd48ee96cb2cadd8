import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { messagesFrom } from "@/lib/db/queries/messages";
import type { MessageRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import { requireSession } from "./require-session";
import type { TransferLine } from "./transfer-line";

export type ExportFormat = "jsonl" | "markdown";

const PAGE_ROWS = 500;

/**
 * The whole conversation as it was when the export began, in pieces that end with a line break. It is read page by
 * page, without a lock: when a part that was to come has been cut off meanwhile, the export fails instead of ending
 * early. An answer that is still being written is left out.
 */
export async function* exportSession(actor: Actor, id: string, format: ExportFormat): AsyncGenerator<string> {
  const db = await getDb();
  const session = await requireSession(db, actor, id);
  if (format === "markdown") yield `# ${session.title || "Cadau"}\n`;
  let seq = 0;
  while (seq < session.lastSeq) {
    const rows = await messagesFrom(db, id, seq, session.lastSeq, PAGE_ROWS);
    const last = rows.at(-1);
    if (!last) throw new AppError("not_found", { kind: "message" });
    seq = last.seq;
    for (const row of rows) {
      if (row.status === "running") continue;
      yield format === "jsonl" ? `${JSON.stringify(lineOf(row))}\n` : markdownOf(row);
    }
  }
}

function lineOf(row: MessageRow): TransferLine | Record<string, unknown> {
  const [part] = row.parts;
  const plain =
    row.parts.length === 1 && part?.type === "text" && part.text === row.text && Object.keys(part).length === 2;
  return {
    role: row.role,
    text: row.text,
    ...(row.name === null ? {} : { name: row.name }),
    created_at: row.createdAt.toISOString(),
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.status === "complete" ? {} : { status: row.status }),
    ...(plain ? {} : { parts: row.parts }),
  };
}

function markdownOf(row: MessageRow): string {
  const speaker = row.name ?? { user: "User", assistant: "Assistant", system: "System" }[row.role];
  return `\n## ${speaker} · ${row.createdAt.toISOString()}\n\n${row.text}\n`;
}
