import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { SYSTEM_PROMPT_RUNES } from "@/lib/context/payload/system-prompt";
import { startContextWork, stopContextWork, wantRoll } from "@/lib/context/roll/background";
import { converse, messagesOf, send, until, withChat } from "@/test/support/chat";
import { expectSoundContext, runesOfTexts, wireMessages } from "@/test/support/context";
import { contextOf, workOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";

// The smallest budget there is: hardly more than the system prompt.

const LIMIT_RUNES = 1_500;
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: String(LIMIT_RUNES), CHAT_CONTEXT_HISTORY_ROWS: "10" });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().requests.length = 0;
  provider().summariser.script(null);
});

const merges = () => provider().requests.filter(({ merge }) => merge !== null);

describe("where what is always sent takes nearly all of the budget", () => {
  test("a message that does not fit beside it is refused with the two numbers, before anything is written or merged", async () => {
    const refused = send(me, "x".repeat(LIMIT_RUNES));
    await expect(refused).rejects.toMatchObject({
      code: "message_too_large",
      details: { runes: LIMIT_RUNES + 12, limit_runes: LIMIT_RUNES - SYSTEM_PROMPT_RUNES },
    });
    expect(provider().requests).toEqual([]);
  });

  test("a long conversation is answered all the same, every request under the limit, with few merges", async () => {
    const { sessionId } = await makeSession(
      me,
      Array.from({ length: 12 }, (_, i) => `${i % 2 ? "a" : "u"}: ${"so we said. ".repeat(20)}${i}`),
    );
    for (let i = 0; i < 3; i++) {
      const { answer } = await converse(me, `#say yes ${i}`, { session_id: sessionId });
      expect(answer.status).toBe("complete");
    }
    for (const { merge, body } of provider().requests) {
      if (!merge) expect(runesOfTexts(wireMessages(body))).toBeLessThanOrEqual(LIMIT_RUNES);
    }
    await expectSoundContext(sessionId);
  });
});

test("a roll that brought nothing is not made again at once", async () => {
  // More rows than are read at once, and all of them shorter than any summary.
  const { sessionId } = await makeSession(
    me,
    Array.from({ length: 30 }, (_, i) => `${i % 2 ? "a" : "u"}: ${i}`),
  );
  const { length } = await messagesOf(sessionId);
  provider().summariser.script(() =>
    "Numbers were counted one by one, and each of them was said aloud by turns. ".repeat(4),
  );
  await startContextWork();
  await wantRoll(sessionId, "backlog");
  await until(async () => {
    const work = await workOf(sessionId);
    return work?.owner === null && (work.wanted === null || work.notBefore > new Date());
  });
  await stopContextWork();
  expect(merges().length).toBeLessThanOrEqual(3);
  const work = await workOf(sessionId);
  if (work?.wanted !== null) expect(work?.attempts).toBeGreaterThan(0);
  expect((await contextOf(sessionId)).lastSeq).toBe(length);
  await expectSoundContext(sessionId);
});
