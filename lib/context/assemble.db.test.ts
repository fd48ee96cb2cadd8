import { fc } from "@fast-check/vitest";
import type { ModelMessage } from "ai";
import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { getDb } from "@/lib/db/client";
import { chatMessages, chatSessions, modelLimits } from "@/lib/db/schema";
import type { MessageParts, MessageStatus, SessionRow } from "@/lib/db/schema/chat";
import { resolveModelOrDefault } from "@/lib/models/registry";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { assemble } from "./assemble";
import { boundsOf, contextBudget } from "./budget";
import { payloadRunes, textOf } from "./measure";
import { SYSTEM_PROMPT, SYSTEM_PROMPT_RUNES } from "./system-prompt";

const model = { ref: "offline:cadau", windowTokens: 1_000_000 };
const LIMIT = SYSTEM_PROMPT_RUNES + 200;

beforeAll(async () => {
  process.env.CHAT_CONTEXT_LIMIT_RUNES = "1000000";
  process.env.CHAT_CONTEXT_HISTORY_ROWS = "10";
  await freshDatabase();
});

type Line = { role: "user" | "assistant"; size: number; status: MessageStatus };

/** A conversation as the product stores it, ending with a current user message. */
async function conversation(
  actor: { userId: string; workspaceId: string },
  lines: readonly Line[],
  currentSize: number,
) {
  const db = await getDb();
  const { sessionId } = await makeSession(actor);
  let runesBefore = 0;
  const current: Line = { role: "user", size: currentSize, status: "complete" };
  const rows = [...lines, current].map(({ role, size, status }, i) => {
    const parts: MessageParts = size === 0 ? [] : [{ type: "text", text: `<${i + 1}>`.padEnd(size + 4, "界") }];
    const inPayload = status === "complete" || status === "interrupted";
    const row = {
      ...{ sessionId, id: uuidv7(), seq: i + 1, role, parts, text: textOf(parts), status, runesBefore },
      runes: inPayload ? payloadRunes(parts) : 0,
    };
    runesBefore += row.runes;
    return row;
  });
  await db.insert(chatMessages).values(rows);
  const [session] = await db
    .update(chatSessions)
    .set({ lastSeq: rows.length, totalRunes: runesBefore })
    .where(eq(chatSessions.id, sessionId))
    .returning();
  return { rows, session: session as SessionRow };
}

/** The promise in words: the newest whole turns that fit with the system prompt, in runes and in rows. */
function expectedRows(rows: { seq: number; role: string; runes: number }[], limit: number, historyRows: number) {
  const starts = rows.filter((row) => row.role === "user").map((row) => row.seq);
  const from = starts.find((seq) => {
    const window = rows.filter((row) => row.seq >= seq);
    return (
      SYSTEM_PROMPT_RUNES + window.reduce((sum, row) => sum + row.runes, 0) <= limit && window.length <= historyRows
    );
  });
  return rows.filter((row) => from !== undefined && row.seq >= from && row.runes > 0);
}

const wordsOf = (messages: ModelMessage[]) => JSON.stringify(messages.map((message) => message.content));

describe("the payload", () => {
  test("is the newest whole turns that fit, and the budget is what it comes to", { timeout: 120_000 }, async () => {
    const actor = await makeActor();
    const db = await getDb();
    const line: fc.Arbitrary<Line> = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          role: fc.constant("user" as const),
          size: fc.integer({ min: 1, max: 30 }),
          status: fc.constant("complete" as const),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          role: fc.constant("assistant" as const),
          size: fc.nat(40),
          status: fc.constantFrom<MessageStatus>("complete", "complete", "interrupted", "failed"),
        }),
      },
    );
    const limits = fc.integer({ min: SYSTEM_PROMPT_RUNES + 60, max: SYSTEM_PROMPT_RUNES + 400 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 16 }),
        fc.integer({ min: 1, max: 40 }),
        limits,
        async (lines, size, limit) => {
          const { rows, session } = await conversation(actor, lines, size);
          await db
            .insert(modelLimits)
            .values({ workspaceId: actor.workspaceId, model: model.ref, limitRunes: limit })
            .onConflictDoUpdate({
              target: [modelLimits.workspaceId, modelLimits.model],
              set: { limitRunes: limit },
            });
          const bounds = boundsOf(await resolveModelOrDefault(actor, model.ref));
          expect(bounds.limitRunes).toBe(limit);
          const payload = await assemble(
            db,
            { sessionId: session.id, currentSeq: rows.length, totals: session },
            bounds,
          );

          const expected = expectedRows(rows, limit, bounds.historyRows);
          const words = wordsOf(payload.messages);
          for (const row of rows) {
            const sent = expected.some((one) => one.seq === row.seq);
            if (row.text !== "") expect(words.includes(`<${row.seq}>`)).toBe(sent);
          }
          expect(payload.usedRunes).toBe(SYSTEM_PROMPT_RUNES + expected.reduce((sum, row) => sum + row.runes, 0));
          expect(payload.usedRunes).toBeLessThanOrEqual(limit);
          expect(payload.messages.at(-1)?.role).toBe("user");
          expect(payload.messages.every((message, i) => message.role !== payload.messages[i + 1]?.role)).toBe(true);
          expect((await contextBudget(db, actor, session)).used_runes).toBe(payload.usedRunes);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("begins with the same bytes each time", async () => {
    const actor = await makeActor();
    const db = await getDb();
    const { session, rows } = await conversation(actor, [], 5);
    const bounds = { limitRunes: LIMIT, fixedRunes: SYSTEM_PROMPT_RUNES, historyRows: 10 };
    const [one, two] = await Promise.all(
      [1, 2].map(() => assemble(db, { sessionId: session.id, currentSeq: rows.length, totals: session }, bounds)),
    );
    expect(one?.instructions).toBe(SYSTEM_PROMPT);
    expect(two).toEqual(one);
  });

  test("keeps within the limit what weighs more than its count says", async () => {
    const actor = await makeActor();
    const db = await getDb();
    const lines = [1, 2, 3].flatMap((): Line[] => [
      { role: "user", size: 10, status: "complete" },
      { role: "assistant", size: 30, status: "complete" },
    ]);
    const { session, rows } = await conversation(actor, lines, 5);
    const [heavy] = rows.slice(2, 3);
    const parts: MessageParts = [{ type: "text", text: `heavy ${"x".repeat(500)}` }];
    await db
      .update(chatMessages)
      .set({ parts })
      .where(eq(chatMessages.id, heavy?.id ?? ""));
    const bounds = { limitRunes: LIMIT, fixedRunes: SYSTEM_PROMPT_RUNES, historyRows: 10 };
    const payload = await assemble(db, { sessionId: session.id, currentSeq: rows.length, totals: session }, bounds);
    expect(wordsOf(payload.messages)).not.toContain("heavy");
    expect(payload.usedRunes).toBeLessThanOrEqual(LIMIT);
  });
});
