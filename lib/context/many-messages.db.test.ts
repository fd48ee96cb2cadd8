import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { getDb } from "@/lib/db/client";
import { toldSlice } from "@/lib/db/queries/context";
import { converse, withChat } from "@/test/support/chat";
import { expectSoundContext, markOf, marksSummary } from "@/test/support/context";
import { makeActor, makeSession } from "@/test/support/factories";

// More messages than one payload reads, and room enough for all of their words.

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "200000", CHAT_CONTEXT_HISTORY_ROWS: "20" });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(marksSummary);
});

const talk = (messages: number) =>
  Array.from({ length: messages }, (_, i) => `${i % 2 ? "a" : "u"}: ${markOf(i)} short`);

test.each([19, 20, 61, 200])("of %i short messages none is left out of what the model is given", async (messages) => {
  const { sessionId } = await makeSession(me, talk(messages));
  for (let i = 0; i < 3; i++) await converse(me, `#say yes ${markOf(1_000 + i)}`, { session_id: sessionId });
  const { state } = await expectSoundContext(sessionId);
  expect(state.lastSeq - state.anchorSeq).toBeLessThanOrEqual(20);
});

test("compacting them all leaves the newest six", async () => {
  for (const messages of [20, 21, 40, 61]) {
    const { sessionId } = await makeSession(me, talk(messages));
    await compactNow(me, sessionId, { signal: new AbortController().signal });
    const { state } = await expectSoundContext(sessionId);
    expect(state.lastSeq - state.anchorSeq + 1).toBe(6);
  }
});

test("of a range too long to be read whole every so many-th turn is read, to its end", async () => {
  const { sessionId } = await makeSession(me, talk(14));
  const read = async (step: number, limit: number) =>
    (await toldSlice(await getDb(), sessionId, { fromSeq: 1, toSeq: 13, step, headRunes: 3 }, limit)).map(
      ({ seq, text }) => [seq, text],
    );
  expect(await read(3, 100)).toEqual([1, 2, 7, 8, 13].map((seq) => [seq, markOf(seq - 1).slice(0, 3)]));
  expect(await read(3, 3)).toHaveLength(3);
  expect(await read(1, 100)).toHaveLength(13);
});
