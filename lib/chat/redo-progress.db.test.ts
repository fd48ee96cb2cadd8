import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { withClaim } from "@/lib/context/roll/claim";
import { redoOnce } from "@/lib/context/roll/redo";
import { rollSetting } from "@/lib/context/roll/summariser";
import { getDb } from "@/lib/db/client";
import { findRoll } from "@/lib/db/queries/context-rolls";
import { changeWork } from "@/lib/db/queries/context-work";
import { failure } from "@/test/scripted-provider/vocabulary";
import { withChat } from "@/test/support/chat";
import { marksSummary } from "@/test/support/context";
import { contextOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";
import { compactNow } from "./compact";
import { inspectContext } from "./inspect";
import { truncate } from "./truncate";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "12000" });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
});

const signal = () => new AbortController().signal;
const progressOf = async (sessionId: string) => (await inspectContext(me, sessionId, { withPayload: false })).progress;

test("a summary that is redone is never told as further than what it replaces, also after a cut", async () => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i % 2 ? "a" : "u"}: [${i + 1}] ${"so we said. ".repeat(20)}`);
  const { sessionId, messages } = await makeSession(me, lines);
  provider().summariser.script(() => failure(500));
  await compactNow(me, sessionId, { signal: signal() });
  provider().summariser.script(marksSummary);
  const db = await getDb();
  await changeWork(db, sessionId, { wanted: "redo" });
  const step = () =>
    withClaim(sessionId, { waitMs: 0, signal: signal() }, async (claim) => {
      const state = await contextOf(sessionId);
      const head = await findRoll(db, sessionId, state.version);
      return head && (await redoOnce(claim, state, head, await rollSetting(state)));
    });
  expect([await step(), await step()]).toEqual([{ kind: "step" }, { kind: "step" }]);
  const before = await progressOf(sessionId);
  expect(before).toMatchObject({ kind: "redo", to_seq: 94 });
  // Behind what was redone, before what stands in: the older stand-in holds again, which ends before both.
  const cut = messages[(before?.done_seq ?? 0) + 15];
  await truncate(me, { sessionId, messageId: cut?.id ?? "" });
  const { anchorSeq } = await contextOf(sessionId);
  expect(anchorSeq - 1).toBeLessThan(before?.done_seq ?? 0);
  expect(await progressOf(sessionId)).toMatchObject({ kind: "redo", done_seq: 0, to_seq: anchorSeq - 1 });
});
