import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow, editSummary } from "@/lib/chat/compact";
import { inspectContext } from "@/lib/chat/inspect";
import { keptWithin } from "@/lib/context/summary/kept";
import type { SummaryScript } from "@/test/scripted-provider/summariser";
import { failure } from "@/test/scripted-provider/vocabulary";
import { converse, withChat } from "@/test/support/chat";
import { expectSoundContext, marksSummary } from "@/test/support/context";
import { contextOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";

const SMALL = "openai-compatible:scripted-small";
const LARGE = "openai-compatible:scripted-large";
const { provider } = withChat({
  CADAU_MODEL: `${LARGE}@200000`,
  CADAU_MODELS: `${SMALL}@16000`,
});

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(marksSummary);
});

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${i % 2 ? "a" : "u"}: [${from + i}] ${"so we said. ".repeat(20)}`);
const compact = (sessionId: string) => compactNow(me, sessionId, { signal: new AbortController().signal });

test.each<[string, SummaryScript]>([
  ["a model", marksSummary],
  ["the built-in summariser", () => failure(500)],
])(
  "after a change to a small window what is new still comes into a summary full of a person's lines, by %s",
  async (_, summariser) => {
    const { sessionId } = await makeSession(me, lines(1, 41));
    const { version } = await compact(sessionId);
    const kept = Array.from({ length: 60 }, (_, i) => `Rule ${i}: ${"as it was agreed then, ".repeat(2)}number ${i}.`);
    await editSummary(me, sessionId, { version, summary: kept.join("\n") });
    await converse(me, "#say [901] yes", { session_id: sessionId, model: SMALL });
    for (let i = 0; i < 4; i++) await converse(me, `#say [${902 + i}] Ann has the key.`, { session_id: sessionId });

    provider().summariser.script(summariser);
    await compact(sessionId);
    const { summary, summary_max_runes: cap } = await inspectContext(me, sessionId, { withPayload: false });
    const within = keptWithin(kept, cap);
    expect(within.length).toBeLessThan(kept.length);
    const state = await contextOf(sessionId);
    expect(state.summaryRunes).toBeLessThanOrEqual(cap);
    expect(summary.split("\n").slice(0, within.length)).toEqual(within);
    expect(summary).toMatch(/\[(?:3\d|40|90\d)\]/);
    await expectSoundContext(sessionId);

    // With room again all of the lines are back.
    provider().summariser.script(marksSummary);
    for (let i = 0; i < 3; i++) await converse(me, `#say [${950 + i}] yes`, { session_id: sessionId, model: LARGE });
    await compact(sessionId);
    expect((await contextOf(sessionId)).summary.split("\n")).toEqual(expect.arrayContaining(kept));
  },
);
