import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { startContextWork, stopContextWork } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import { contextRolls } from "@/lib/db/schema";
import { failure } from "@/test/scripted-provider/vocabulary";
import { until, withChat } from "@/test/support/chat";
import { expectSoundContext, marksSummary } from "@/test/support/context";
import { rollsOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";
import { compactNow, editSummary, restoreVersion } from "./compact";
import { fork } from "./fork";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "12000" });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(marksSummary);
});
afterEach(() => stopContextWork());

async function compacted() {
  const lines = Array.from({ length: 30 }, (_, i) => `${i % 2 ? "a" : "u"}: [${i + 1}] ${"so we said. ".repeat(20)}`);
  const made = await makeSession(me, lines);
  const { version } = await compactNow(me, made.sessionId, { signal: new AbortController().signal });
  return { ...made, version };
}

test.each(["\u200b\u200d", "---", "\u2063", "\u00ad", "\u3164", "```\n```", "\u202e"])(
  "%j is no summary: the messages that it covers would be given in no form at all",
  async (summary) => {
    const { sessionId, version } = await compacted();
    await expect(editSummary(me, sessionId, { version, summary })).rejects.toMatchObject({ code: "invalid_input" });
  },
);

test("a version by hand has the time at which it was made, not that of the one it was made from", async () => {
  const { sessionId, version } = await compacted();
  const longAgo = new Date("2020-01-01T00:00:00Z");
  await (await getDb()).update(contextRolls).set({ createdAt: longAgo }).where(eq(contextRolls.sessionId, sessionId));
  const edited = await editSummary(me, sessionId, { version, summary: "Ann has the key." });
  const restored = await restoreVersion(me, sessionId, { version });
  const times = (await rollsOf(sessionId)).map((roll) => [roll.version, roll.createdAt > longAgo]).slice(-3);
  expect(times).toEqual([
    [version, false],
    [edited.version, true],
    [restored.version, true],
  ]);
});

test("a version that no column can hold is an unknown one", async () => {
  const { sessionId } = await compacted();
  for (const version of [99, 2 ** 31, 2 ** 52])
    await expect(restoreVersion(me, sessionId, { version })).rejects.toMatchObject({ code: "not_found" });
});

test("what the built-in summariser stood in for is redone in a branch too", async () => {
  provider().summariser.script(() => failure(500));
  const { sessionId, messages } = await compacted();
  provider().summariser.script(marksSummary);
  const branch = await fork(me, { sessionId, messageId: messages.at(-1)?.id ?? "" });
  await startContextWork();
  await until(async () => (await rollsOf(branch.id)).some(({ reason }) => reason === "redo"));
  await expectSoundContext(branch.id);
});
