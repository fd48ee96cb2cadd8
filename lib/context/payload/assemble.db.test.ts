import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import type { Bounds } from "@/lib/context/size/limit";
import { countRunes } from "@/lib/context/size/measure";
import { getDb } from "@/lib/db/client";
import { contextState } from "@/lib/db/queries/context";
import { chatMessages } from "@/lib/db/schema";
import type { MessageParts } from "@/lib/db/schema/chat";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { assemble } from "./assemble";
import { usedRunes } from "./budget";
import { BLIND } from "./images";
import { PLAIN_PROMPT, SYSTEM_PROMPT, SYSTEM_PROMPT_RUNES } from "./system-prompt";

let actor: Actor;
beforeAll(async () => {
  await freshDatabase();
  actor = await makeActor();
});

const bounds = (limitRunes: number): Bounds => ({
  limitRunes,
  fixedRunes: SYSTEM_PROMPT_RUNES,
  summaryMaxRunes: 500,
  runesPerToken: 3,
  fromTokens: false,
});
const LINES = ["u: first question", "a: first answer", "u: second question", "a: second answer", "u: the current one"];

async function payloadOf(lines: readonly string[], limit: number) {
  const db = await getDb();
  const { sessionId } = await makeSession(actor, lines);
  const state = await contextState(db, sessionId);
  if (!state) throw new Error("no such session");
  const payload = await assemble(
    db,
    state,
    { currentSeq: lines.length, maxRows: 100, prompt: PLAIN_PROMPT, eyes: BLIND },
    bounds(limit),
  );
  return { state, payload, words: JSON.stringify(payload.messages) };
}

describe("the payload", () => {
  test("is the system prompt and all that is verbatim, the current message last", async () => {
    const { state, payload, words } = await payloadOf(LINES, 10_000);
    expect(payload.instructions).toEqual([{ role: "system", content: SYSTEM_PROMPT }]);
    expect(payload.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
    for (const line of LINES) expect(words).toContain(line.slice(3));
    expect(payload.usedRunes).toBe(usedRunes(state, bounds(10_000)));
  });

  test("begins with the same bytes each time", async () => {
    const [one, two] = await Promise.all([payloadOf(LINES, 10_000), payloadOf(LINES, 10_000)]);
    expect(two.payload).toEqual(one.payload);
  });

  test("shows a giant among the older messages by its head and tail, and the current one whole", async () => {
    const giant = `u: begins here ${"x".repeat(50_000)} ends here`;
    const { payload, words } = await payloadOf(
      [giant, "a: so it is", "u: the current one"],
      SYSTEM_PROMPT_RUNES + 1_000,
    );
    expect(payload.usedRunes).toBeLessThanOrEqual(SYSTEM_PROMPT_RUNES + 1_000);
    for (const part of [
      "begins here",
      "ends here",
      "message 1 of this conversation has the whole",
      "the current one",
    ]) {
      expect(words).toContain(part);
    }
  });

  test("shows the newest of thousands, each so that it can be read, rather than nothing of all", async () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => `${i % 2 ? "a" : "u"}: [${i}] ${"and so on ".repeat(30)}`);
    const limit = SYSTEM_PROMPT_RUNES + 3_000;
    const { payload } = await payloadOf([...lines, "u: the current one"], limit);
    expect(payload.usedRunes).toBeLessThanOrEqual(limit);
    expect(payload.usedRunes).toBeGreaterThan(0.8 * limit);
    const texts = payload.messages.map(({ content }) => JSON.stringify(content));
    expect(texts.at(-1)).toContain("the current one");
    expect(texts.at(-2)).toContain("[1999]");
    expect(texts.at(-10)).toContain("[1991]");
  });

  test("keeps within the limit what weighs more than its count says", async () => {
    const db = await getDb();
    const { sessionId, messages } = await makeSession(actor, LINES);
    const parts: MessageParts = [{ type: "text", text: `heavy ${"x".repeat(5_000)}` }];
    await db
      .update(chatMessages)
      .set({ parts })
      .where(eq(chatMessages.id, messages[1]?.id ?? ""));
    const state = await contextState(db, sessionId);
    if (!state) throw new Error("no such session");
    const payload = await assemble(
      db,
      state,
      { currentSeq: 5, maxRows: 100, prompt: PLAIN_PROMPT, eyes: BLIND },
      bounds(SYSTEM_PROMPT_RUNES + 900),
    );
    expect(payload.usedRunes).toBeLessThanOrEqual(SYSTEM_PROMPT_RUNES + 900);
    expect(countRunes(JSON.stringify(payload.messages))).toBeLessThan(1_500);
  });

  test("shows no more of a summary than its cap, which was larger under another model", async () => {
    const db = await getDb();
    const { sessionId } = await makeSession(actor, LINES);
    const state = await contextState(db, sessionId);
    if (!state) throw new Error("no such session");
    const summary = Array.from({ length: 400 }, (_, i) => `Fact ${i} is that it was so.`).join(" ");
    const long = { ...state, summary, summaryRunes: countRunes(summary) };
    const limit = SYSTEM_PROMPT_RUNES + 2_000;
    const payload = await assemble(
      db,
      long,
      { currentSeq: 5, maxRows: 100, prompt: PLAIN_PROMPT, eyes: BLIND },
      bounds(limit),
    );
    const [, shown] = payload.instructions;
    expect(shown?.content).toContain("Fact 0 is");
    expect(shown?.content).toContain("Fact 399 is");
    expect(countRunes(shown?.content ?? "")).toBeLessThan(1_000);
    expect(payload.usedRunes).toBeLessThanOrEqual(limit);
    expect(payload.messages).toHaveLength(LINES.length);
    expect(usedRunes(long, bounds(limit))).toBe(payload.usedRunes);
  });

  test("shortens what is dense at its ends by its weight there", async () => {
    const dense = `u: ${"汉字".repeat(1_000)}${"plain words ".repeat(2_000)}${"汉字".repeat(1_000)}`;
    const db = await getDb();
    const { sessionId } = await makeSession(actor, [dense, "a: so it is", "u: the current one"]);
    const state = await contextState(db, sessionId);
    if (!state) throw new Error("no such session");
    const sparse: Bounds = { ...bounds(SYSTEM_PROMPT_RUNES + 3_000), runesPerToken: 4, fromTokens: true };
    const payload = await assemble(
      db,
      state,
      { currentSeq: 3, maxRows: 100, prompt: PLAIN_PROMPT, eyes: BLIND },
      sparse,
    );
    expect(payload.messages).toHaveLength(3);
    expect(payload.estimatedTokens * sparse.runesPerToken).toBeLessThanOrEqual(sparse.limitRunes * 1.02);
  });
});
