import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import type { Sent } from "@/lib/chat/runs/send";
import { startContextWork, stopContextWork, wantRoll } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import { changeWork, wantWork } from "@/lib/db/queries/context-work";
import { contextWork } from "@/lib/db/schema";
import { answerOf, chunksOfRun, send, until, withChat } from "@/test/support/chat";
import { expectSoundContext, markOf, marksSummary } from "@/test/support/context";
import { rollsOf, workOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";

// Who waits for whom, where one summariser is wanted by several.

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000", CHAT_CONTEXT_SEND_WAIT_MS: "6000" });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(marksSummary);
});
afterEach(async () => {
  letGo?.();
  letGo = undefined;
  await stopContextWork();
});

let letGo: (() => void) | undefined;
const hold = () => {
  const held = provider().summariser.hold();
  letGo = () => held.release();
  return held;
};

/** Far more than a payload takes: several merges. */
const backlog = async () => {
  const lines = Array.from({ length: 90 }, (_, i) => `${i % 2 ? "a" : "u"}: ${markOf(i)} ${"and so on ".repeat(80)}`);
  return (await makeSession(me, lines)).sessionId;
};

const answered = async (sent: Sent) => {
  await chunksOfRun(me, sent.run.id);
  return await answerOf(sent);
};

describe("a send in the middle of a backlog", () => {
  /** It came while the background was at a merge, which does not end before `held` is released. */
  const sendDuringMerge = async () => {
    const sessionId = await backlog();
    const held = hold();
    await startContextWork();
    await wantRoll(sessionId, "backlog");
    await until(() => held.waiting() > 0);
    return { sessionId, held, sent: await send(me, "#say here", { session_id: sessionId }) };
  };

  test("comes next, when the merge that is under way is made", async () => {
    const { sessionId, held, sent } = await sendDuringMerge();
    await until(async () => (await workOf(sessionId))?.yieldUntil != null);
    held.release();
    expect(await answered(sent)).toMatchObject({ status: "complete" });
    const rolls = await rollsOf(sessionId);
    expect(rolls.slice(0, 2).map(({ reason }) => reason)).toEqual(["backlog", "send"]);
    await expectSoundContext(sessionId);
  });

  test("takes over from a merge that does not end, and does without a model", async () => {
    const { sessionId, held, sent } = await sendDuringMerge();
    expect(await answered(sent)).toMatchObject({ status: "complete" });
    const [first] = await rollsOf(sessionId);
    expect(first).toMatchObject({ reason: "send", method: "extractive", fallback: "backlog" });
    held.release();
    await stopContextWork();
    await expectSoundContext(sessionId);
  });
});

test("a send does not wait for a summariser that is silent, longer than sends may wait", async () => {
  const sessionId = await backlog();
  const held = hold();
  const sent = await send(me, "#say here", { session_id: sessionId });
  expect(await answered(sent)).toMatchObject({ status: "complete" });
  held.release();
  expect((await rollsOf(sessionId)).every(({ fallback }) => fallback === "backlog")).toBe(true);
  await expectSoundContext(sessionId);
});

test("who compacts does not ask a failing summariser for each part", async () => {
  const sessionId = await backlog();
  provider().requests.length = 0;
  provider().summariser.script(() => ({ kind: "error", status: 401, body: {} }));
  expect(await compactNow(me, sessionId, { signal: new AbortController().signal })).toMatchObject({ rolled: true });
  expect(provider().requests.filter(({ merge }) => merge !== null)).toHaveLength(1);
  const { state } = await expectSoundContext(sessionId);
  expect(state.lastSeq - state.anchorSeq + 1).toBe(6);
});

test("a wish that comes during a step that fails waits no longer than one after it", async () => {
  const sessionId = await backlog();
  const db = await getDb();
  await db.delete(contextWork);
  await wantWork(db, sessionId, "backlog");
  await changeWork(db, sessionId, { attempts: 9, notBeforeMs: 0 });
  const held = hold();
  await startContextWork();
  await until(() => held.waiting() > 0);
  await wantWork(db, sessionId, "reply");
  provider().summariser.script(() => ({ kind: "error", status: 401, body: {} }));
  held.release();
  await until(async () => (await workOf(sessionId))?.attempts === 10);
  const work = await workOf(sessionId);
  expect(work?.wanted).toBe("reply");
  expect((work?.notBefore.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThanOrEqual(30_000);
});

test("a model that makes no summary of something is not asked for it for ever", async () => {
  const sessionId = await backlog();
  provider().summariser.script(() => ({ kind: "error", status: 401, body: {} }));
  await compactNow(me, sessionId, { signal: new AbortController().signal });
  provider().requests.length = 0;
  provider().summariser.script(() => "");
  const db = await getDb();
  // What other conversations still want would be done as well.
  await db.delete(contextWork);
  await wantWork(db, sessionId, "redo");
  await changeWork(db, sessionId, { attempts: 5, notBeforeMs: 0 });
  await startContextWork();
  await until(async () => {
    const work = await workOf(sessionId);
    return work?.wanted === null && work.owner === null;
  });
  expect(provider().requests.filter(({ merge }) => merge !== null)).toHaveLength(2);
  expect(await workOf(sessionId)).toMatchObject({ attempts: 6 });
});

test("two backlogs take turns, and a reply comes before both", async () => {
  const [one, two] = [await backlog(), await backlog()];
  const small = await backlog();
  await Promise.all([wantRoll(one, "backlog"), wantRoll(two, "backlog")]);
  await wantRoll(small, "reply");
  await startContextWork();
  await until(async () => {
    const all = await Promise.all([one, two, small].map(workOf));
    return all.every((work) => work?.wanted === null);
  }, 60_000);
  const made = (await Promise.all([one, two, small].map(rollsOf))).map((rolls) => rolls.map((roll) => +roll.createdAt));
  const [first, second, reply] = made.map((times) => ({ first: times[0] ?? 0, last: times.at(-1) ?? 0 }));
  expect(reply?.first).toBeLessThan(Math.max(first?.last ?? 0, second?.last ?? 0));
  expect(first?.first).toBeLessThan(second?.last ?? 0);
  expect(second?.first).toBeLessThan(first?.last ?? 0);
});
