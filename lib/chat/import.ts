import { v7 as uuidv7 } from "uuid";
import { requireUsableAgent } from "@/lib/agents/usable";
import type { Actor } from "@/lib/auth/actor-type";
import { setVersion } from "@/lib/context/roll/rewind";
import { payloadRunes, payloadText, textOf } from "@/lib/context/size/measure";
import { estimateTokens, runesPerToken } from "@/lib/context/size/tokens";
import { type Db, getDb } from "@/lib/db/client";
import { wantWork } from "@/lib/db/queries/context-work";
import { type ImportedMessage, insertImported } from "@/lib/db/queries/import-messages";
import { changeSession, insertSession } from "@/lib/db/queries/sessions";
import type { MessageParts } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import { messageTerms } from "@/lib/search/message-terms";
import { storableJson, storableText } from "@/lib/text";
import { titleFrom } from "./runs/request";
import { TransferLine } from "./transfer-line";

export type ImportOptions = {
  /** Absent: taken from the first question, as for a conversation held here. */
  title?: string | undefined;
  /** The agent that it is held with from here on; the actor may talk to it. */
  agentId?: string | undefined;
  /** Told how many messages are in so far, after each batch. */
  onProgress?: ((messages: number) => void) | undefined;
};

const BATCH_ROWS = 1_000;
/** A batch ends earlier when its text is long: what is in memory is bounded by this, not by the file. */
const BATCH_CHARS = 4_000_000;

/**
 * A new conversation from JSON lines, one message a line, in the file's order whatever its times say. One
 * transaction: a bad line throws `invalid_input` with its number, and nothing is imported.
 */
export async function importSession(
  actor: Actor,
  lines: AsyncIterable<string>,
  { title, agentId, onProgress }: ImportOptions = {},
): Promise<{ sessionId: string; messages: number }> {
  const db = await getDb();
  if (agentId !== undefined) await requireUsableAgent(db, actor, agentId);
  return await db.transaction(async (tx: Db) => {
    const session = await insertSession(tx, {
      id: uuidv7(),
      workspaceId: actor.workspaceId,
      userId: actor.userId,
      title: storableText(title ?? ""),
      titleSet: title !== undefined,
      agentId: agentId ?? null,
    });
    const importedAt = new Date().toISOString();
    let messages = 0;
    let totalRunes = 0;
    let firstQuestion: string | undefined;
    let batch: ImportedMessage[] = [];
    let batchChars = 0;
    let perToken: number | undefined;
    const flush = async () => {
      perToken = writingOf(batch, perToken);
      await insertImported(tx, session.id, batch);
      batch = [];
      batchChars = 0;
      onProgress?.(messages);
    };
    let lineNumber = 0;
    for await (const line of lines) {
      lineNumber++;
      if (line.trim() === "") continue;
      const given = parseLine(line, lineNumber);
      const content = contentOf(given);
      const createdAt = given.created_at ?? importedAt;
      messages++;
      batch.push({
        ...content,
        id: uuidv7(),
        seq: messages,
        runes_before: totalRunes,
        created_at: createdAt,
        terms: messageTerms(actor, { ...content, createdAt: new Date(createdAt) }),
      });
      totalRunes += content.runes;
      batchChars += line.length;
      if (given.role === "user") firstQuestion ??= content.text;
      if (batch.length >= BATCH_ROWS || batchChars >= BATCH_CHARS) await flush();
    }
    if (batch.length > 0) await flush();
    await changeSession(tx, actor, session.id, {
      lastSeq: messages,
      totalRunes,
      runesPerToken: perToken ?? null,
      ...(title === undefined && firstQuestion !== undefined ? { title: titleFrom(firstQuestion) } : {}),
    });
    await setVersion(tx, session.id, 0);
    // Whoever serves it looks whether there is anything to roll.
    await wantWork(tx, session.id, "backlog");
    return { sessionId: session.id, messages };
  });
}

function parseLine(line: string, number: number): TransferLine {
  const refuse = (message: string, cause?: unknown) =>
    new AppError("invalid_input", { issues: [{ path: `line ${number}`, message }] }, { cause });
  let value: unknown;
  try {
    value = JSON.parse(number === 1 ? line.replace(/^\uFEFF/, "") : line);
  } catch (error) {
    throw refuse("is not valid JSON", error);
  }
  const parsed = TransferLine.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuse(
    parsed.error.issues.map((issue) => `${issue.path.join(".") || "the line"}: ${issue.message}`).join("; "),
  );
}

/** How dense the writing of a batch is, what came before counting little. */
function writingOf(batch: readonly ImportedMessage[], before: number | undefined): number {
  let tokens = 0;
  let runes = 0;
  for (const message of batch) {
    tokens += estimateTokens(payloadText(message.parts));
    runes += message.runes;
  }
  return runesPerToken(runes, tokens, before);
}

function contentOf(given: TransferLine) {
  const parts = storableJson(given.parts ?? [{ type: "text", text: given.text }]) as MessageParts;
  const status = given.status ?? "complete";
  return {
    role: given.role,
    name: given.name === undefined ? null : storableText(given.name),
    parts,
    text: given.parts ? textOf(parts) : storableText(given.text),
    // A failed answer never enters a payload.
    runes: status === "failed" ? 0 : payloadRunes(parts),
    status,
    model: given.model === undefined ? null : storableText(given.model),
  };
}
