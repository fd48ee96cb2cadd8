import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { withChat } from "@/test/support/chat";
import { marksSummary } from "@/test/support/context";
import { makeActor, makeSession } from "@/test/support/factories";
import { compactNow, editSummary, restoreVersion } from "./compact";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "12000" });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(marksSummary);
});

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

test("a version that no column can hold is an unknown one", async () => {
  const { sessionId } = await compacted();
  for (const version of [99, 2 ** 31, 2 ** 52])
    await expect(restoreVersion(me, sessionId, { version })).rejects.toMatchObject({ code: "not_found" });
});
