import { afterAll, beforeAll, expect, test } from "vitest";
import { SYSTEM_PROMPT_RUNES } from "@/lib/context/payload/system-prompt";
import { startContextWork, stopContextWork } from "@/lib/context/roll/background";
import { MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import { withChat } from "@/test/support/chat";
import { makeActor } from "@/test/support/factories";
import { holdTalk } from "@/test/support/long-talk";
import { plainPolicy, talkSizes } from "@/test/support/talk";

const LIMIT = 24_000;
const TURNS = 40;
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: String(LIMIT) });

beforeAll(() => startContextWork());
afterAll(() => stopContextWork());

test("a talk of many times its budget stays within it, and merges far less often than it fills up", async () => {
  // A question that alone is as large as what lies between the two thresholds has to wait, and is another matter.
  const sizes = talkSizes(TURNS, 7).map(({ question, answer }) => ({
    question: Math.min(question, 900),
    answer: Math.min(answer, 2_500),
  }));
  const costs = await holdTalk(await makeActor(), provider(), sizes, { reading: true, mergeMs: 0 });
  const plain = plainPolicy(sizes, {
    limit: LIMIT,
    fixed: SYSTEM_PROMPT_RUNES,
    summary: LIMIT / 8,
    overhead: MESSAGE_OVERHEAD_RUNES,
  });
  expect(costs.largest).toBeLessThanOrEqual(LIMIT);
  expect(costs.waited).toBe(0);
  expect(costs.extractive).toBe(0);
  expect(costs.merges).toBeGreaterThan(2);
  expect(costs.merges).toBeLessThan(0.75 * plain.merges);
  expect(costs.unshared / costs.sent).toBeLessThan(0.6 * (plain.unshared / plain.sent));
});
