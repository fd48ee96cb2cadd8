import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { importSession } from "@/lib/chat/import";
import { inspectContext } from "@/lib/chat/inspect";
import { startContextWork, stopContextWork, wantRoll } from "@/lib/context/roll/background";
import { chunksOfRun, converse, send, until, withChat } from "@/test/support/chat";
import { expectSoundContext, marksSummary } from "@/test/support/context";
import { contextOf, workOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";

// Bounds in rows: they hold however little the rows weigh.

const ROWS = 40;
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "96000", CHAT_CONTEXT_HISTORY_ROWS: String(ROWS) });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(marksSummary);
});
afterEach(() => stopContextWork());

async function* linesOf(messages: readonly { text: string; status?: string }[]) {
  for (const [i, message] of messages.entries()) {
    yield JSON.stringify({ role: i % 2 ? "assistant" : "user", ...message });
  }
}
const blanks = (count: number) => Array.from({ length: count }, () => ({ text: " " }));
const failed = (count: number) => Array.from({ length: count }, () => ({ text: "No.", status: "failed" }));
const told = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ text: `[${from + i}] yes` }));

test.each([
  ["after", [...told(1, 6), ...blanks(100)]],
  ["before", [...blanks(100), ...told(1, 6)]],
  ["between", [...told(1, 3), ...blanks(60), ...told(4, 3), ...failed(60), ...told(7, 4)]],
])("messages %s many that say nothing are verbatim or summarised", async (_, messages) => {
  const { sessionId } = await importSession(me, linesOf(messages));
  await expectSoundContext(sessionId);
  await converse(me, "#say [901] yes", { session_id: sessionId });
  const { payload } = await expectSoundContext(sessionId);
  const shown = JSON.stringify(payload);
  for (const { text } of messages) if (text.startsWith("[")) expect(shown).toContain(text.split(" ")[0]);
});

test("many short messages are rolled after a reply, and no send waits for it", async () => {
  const lines = Array.from({ length: ROWS - 8 }, (_, i) => `${i % 2 ? "a" : "u"}: [${i}] yes`);
  const { sessionId } = await makeSession(me, lines);
  await startContextWork();
  for (let i = 0; i < 6; i++) {
    const sent = await send(me, `#say [${900 + i}] yes`, { session_id: sessionId });
    const { chunks } = await chunksOfRun(me, sent.run.id);
    expect(chunks.filter(({ type }) => type === "data-context-roll")).toEqual([]);
    await until(async () => !(await workOf(sessionId))?.wanted);
  }
  expect((await contextOf(sessionId)).version).toBeGreaterThan(0);
  await expectSoundContext(sessionId);
});

test("what is too many is a backlog in the inspector as what is too much is", async () => {
  const { sessionId } = await importSession(me, linesOf(told(1, 3 * ROWS)));
  const progress = async () => (await inspectContext(me, sessionId, { withPayload: false })).progress;
  expect(await progress()).toMatchObject({ kind: "backlog", done_seq: 0, to_seq: expect.any(Number) });
  await startContextWork();
  await wantRoll(sessionId, "backlog");
  await until(async () => (await progress()) === null);
  expect((await contextOf(sessionId)).anchorSeq).toBeGreaterThan(2 * ROWS);
});
