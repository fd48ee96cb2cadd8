import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { startContextWork, stopContextWork, wantRoll } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import { changeWork, wantWork } from "@/lib/db/queries/context-work";
import { failure } from "@/test/scripted-provider/vocabulary";
import { until, withChat } from "@/test/support/chat";
import { marksSummary } from "@/test/support/context";
import { rollsOf, workOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";
import { inspectContext } from "./inspect";

const LIMIT = 12_000;
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: String(LIMIT) });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(marksSummary);
});
afterEach(() => stopContextWork());

const inspected = (sessionId: string) => inspectContext(me, sessionId, { withPayload: false });
const talk = async (messages: number, runes: number) => {
  const filler = "so we said. ".repeat(runes / 12);
  const lines = Array.from({ length: messages }, (_, i) => `${i % 2 ? "a" : "u"}: [${i + 1}] ${filler}`);
  return (await makeSession(me, lines)).sessionId;
};

test("a backlog is told with the end that it comes to, and what is shown of it fills the bar", async () => {
  const sessionId = await talk(200, 240);
  await wantWork(await getDb(), sessionId, "backlog");
  const { progress, parts, context_budget } = await inspected(sessionId);
  expect(progress).toMatchObject({ kind: "backlog", done_seq: 0 });
  expect(context_budget.used_pct).toBeGreaterThanOrEqual(100);
  const shown = parts.reduce((sum, { runes }) => sum + runes, 0);
  expect(shown).toBeGreaterThan(0.9 * LIMIT);
  expect(shown).toBeLessThanOrEqual(LIMIT);

  await startContextWork();
  await wantRoll(sessionId, "backlog");
  await until(async () => !(await workOf(sessionId))?.wanted);
  const { verbatim_since_seq } = await inspected(sessionId);
  expect(Math.abs(verbatim_since_seq - 1 - (progress?.to_seq ?? 0))).toBeLessThanOrEqual(20);
});

test("where the newest alone are too much there is nothing to summarise, and none is told of", async () => {
  const sessionId = await talk(6, 1_800);
  await wantWork(await getDb(), sessionId, "reply");
  expect(await inspected(sessionId)).toMatchObject({ progress: null });
});

test("what goes on after a pause in a conversation that nobody wrote in is no roll after an answer", async () => {
  const sessionId = await talk(200, 240);
  provider().summariser.script(() => failure(500));
  await startContextWork();
  await wantRoll(sessionId, "backlog");
  await until(async () => ((await workOf(sessionId))?.attempts ?? 0) > 0);
  provider().summariser.script(marksSummary);
  await changeWork(await getDb(), sessionId, { notBeforeMs: 0 });
  await until(async () => !(await workOf(sessionId))?.wanted);
  expect(new Set((await rollsOf(sessionId)).map(({ reason }) => reason))).toEqual(new Set(["backlog", "redo"]));
});
