import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow, editSummary, restoreVersion } from "@/lib/chat/compact";
import { fork } from "@/lib/chat/fork";
import { inspectContext } from "@/lib/chat/inspect";
import { truncate, undoTruncation } from "@/lib/chat/truncate";
import { getDb } from "@/lib/db/client";
import { contextState } from "@/lib/db/queries/context";
import { chatMessages, contextRolls } from "@/lib/db/schema";
import { chunksOfRun, converse, send, until, withChat } from "@/test/support/chat";
import { makeActor, makeSession } from "@/test/support/factories";
import { startContextWork, stopContextWork } from "./background";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "48000" });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().summariser.script(null);
});

/** A talk of that many turns, each message with a word of its own. */
const talk = (turns: number, size = 800) =>
  Array.from({ length: turns }, (_, i) => [
    `u: question${i} ${"about this ".repeat(size / 11)}`,
    `a: answer${i} ${"it is so ".repeat(size / 9)}`,
  ]).flat();
const stateOf = async (sessionId: string) => {
  const state = await contextState(await getDb(), sessionId);
  if (!state) throw new Error("no such session");
  return state;
};
const signal = () => new AbortController().signal;
/** The newest chat request, as one text. */
const lastRequest = () => JSON.stringify(provider().requests.findLast((request) => !request.merge)?.body ?? {});

/** Each message is verbatim or covered, never both, never neither; the anchor and its sums are right. */
async function expectSound(sessionId: string): Promise<void> {
  const state = await stateOf(sessionId);
  const db = await getDb();
  const rows = await db.select().from(chatMessages).where(eq(chatMessages.sessionId, sessionId));
  const covered = rows.filter((row) => row.seq < state.anchorSeq);
  expect(covered.reduce((sum, row) => sum + row.runes, 0)).toBe(state.coveredRunes);
  expect(state.anchorSeq).toBeLessThanOrEqual(state.lastSeq + 1);
  if (state.version === 0) return expect([state.anchorSeq, state.summary]).toEqual([1, ""]);
  const [head] = await db
    .select()
    .from(contextRolls)
    .where(eq(contextRolls.sessionId, sessionId))
    .then((all) => all.filter((roll) => roll.version === state.version));
  expect(head?.toSeq).toBe(state.anchorSeq - 1);
  expect(rows.find((row) => row.seq === head?.toSeq)?.id).toBe(head?.toMessageId);
  expect(head?.summary).toBe(state.summary);
}

describe("a send that would not fit", () => {
  test("rolls first, says so in the stream, and keeps within the limit", async () => {
    const { sessionId } = await makeSession(me, talk(27));
    const sent = await send(me, "and now?", { session_id: sessionId });
    const { chunks } = await chunksOfRun(me, sent.run.id);
    const types = chunks.filter((chunk) => chunk.type === "data-context-roll");
    expect(types).toMatchObject([{ data: { state: "started" } }, { data: { state: "done" } }]);
    const state = await stateOf(sessionId);
    expect(state.version).toBe(1);
    expect(state.anchorSeq).toBeGreaterThan(10);
    expect(lastRequest()).toContain("and now?");
    expect(lastRequest()).not.toContain("question0 ");
    expect(lastRequest()).toContain("conversation_summary");
    await expectSound(sessionId);
  });

  test("of one that fits nothing is rolled, and nothing is said", async () => {
    const { sessionId } = await makeSession(me, talk(4));
    const sent = await send(me, "and now?", { session_id: sessionId });
    const { chunks } = await chunksOfRun(me, sent.run.id);
    expect(chunks.some((chunk) => chunk.type === "data-context-roll")).toBe(false);
    expect((await stateOf(sessionId)).version).toBe(0);
  });
});

describe("compact now", () => {
  test("leaves the newest verbatim; the send after it needs no other merge", async () => {
    const { sessionId } = await makeSession(me, talk(12));
    const merges = () => provider().requests.filter((request) => request.merge).length;
    const before = merges();
    const compacted = await compactNow(me, sessionId, { signal: signal() });
    expect(compacted).toMatchObject({ rolled: true, version: 1 });
    await converse(me, "go on", { session_id: sessionId });
    expect(merges() - before).toBe(1);
    await expectSound(sessionId);
  });

  test("twice at once rolls once", async () => {
    const { sessionId } = await makeSession(me, talk(12));
    const both = await Promise.all([1, 2].map(() => compactNow(me, sessionId, { signal: signal() })));
    expect(both.map(({ rolled }) => rolled).sort()).toEqual([false, true]);
    expect((await stateOf(sessionId)).version).toBe(1);
  });
});

describe("what was cut off", () => {
  test("is in no summary any more, and undo gives the context back", async () => {
    provider().summariser.script(() => "echo");
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const before = await stateOf(sessionId);
    expect(before.summary).toContain("question");
    const cut = await truncate(me, { sessionId, messageId: messages[4]?.id ?? "" });
    expect(await stateOf(sessionId)).toMatchObject({ version: 0, summary: "", anchorSeq: 1, coveredRunes: 0 });
    await expectSound(sessionId);
    await undoTruncation(me, cut.truncation_id);
    expect(await stateOf(sessionId)).toEqual(before);
    await expectSound(sessionId);
  });

  test("throws away what was being rolled meanwhile", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    const held = provider().summariser.hold();
    const compacting = compactNow(me, sessionId, { signal: signal() });
    await until(() => held.waiting() > 0);
    await truncate(me, { sessionId, messageId: messages[3]?.id ?? "" });
    held.release();
    expect(await compacting).toMatchObject({ rolled: false, version: 0 });
    await expectSound(sessionId);
  });

  test("a branch has the context of its point", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const whole = await fork(me, { sessionId, messageId: messages[23]?.id ?? "" });
    const part = await fork(me, { sessionId, messageId: messages[5]?.id ?? "" });
    expect((await stateOf(whole.id)).summary).toBe((await stateOf(sessionId)).summary);
    expect((await stateOf(part.id)).version).toBe(0);
    await expectSound(whole.id);
    await expectSound(part.id);
  });
});

describe("a person's hand", () => {
  test("edits the summary, which changes the next request and outlives merges", async () => {
    const { sessionId } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const { summary, version } = await stateOf(sessionId);
    await editSummary(me, sessionId, { version, summary: `The boat is called Marlin.\n${summary}` });
    await expect(editSummary(me, sessionId, { version, summary: "late" })).rejects.toMatchObject({
      code: "summary_changed",
    });
    await converse(me, "what is it called?", { session_id: sessionId });
    expect(lastRequest()).toContain("Marlin");
    await converse(me, "x".repeat(2_000), { session_id: sessionId });
    await converse(me, "y".repeat(2_000), { session_id: sessionId });
    await compactNow(me, sessionId, { signal: signal() });
    expect((await stateOf(sessionId)).summary).toContain("The boat is called Marlin.");
    await restoreVersion(me, sessionId, { version: 1 });
    expect((await stateOf(sessionId)).summary).toBe(summary);
    await expectSound(sessionId);
    const seen = await inspectContext(me, sessionId, { withPayload: true });
    expect(seen.versions.map(({ version: n }) => n)).toContain(1);
    expect(JSON.stringify(seen.payload)).toContain("y".repeat(2_000));
  });
});

describe("the versions of a summary", () => {
  test("are all there after one of them was restored, each with its range, so that one can go forth again", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    await converse(me, "x".repeat(2_000), { session_id: sessionId });
    await converse(me, "y".repeat(2_000), { session_id: sessionId });
    await compactNow(me, sessionId, { signal: signal() });
    await restoreVersion(me, sessionId, { version: 1 });
    const seen = await inspectContext(me, sessionId, { withPayload: false });
    expect(seen.versions.map(({ version, base_version }) => [version, base_version])).toEqual([
      [3, 1],
      [2, 1],
      [1, 0],
    ]);
    const [, second, first] = seen.versions;
    expect(first).toMatchObject({ from_seq: 1, from_message_id: messages[0]?.id });
    expect(second?.from_message_id).toBe(messages[(second?.from_seq ?? 0) - 1]?.id);
    await restoreVersion(me, sessionId, { version: 2 });
    expect((await stateOf(sessionId)).summary).toBe(second?.summary);
    await expectSound(sessionId);
  });

  test("are those only that cover nothing which was cut off", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    await truncate(me, { sessionId, messageId: messages[2]?.id ?? "" });
    expect((await inspectContext(me, sessionId, { withPayload: false })).versions).toEqual([]);
    await expect(restoreVersion(me, sessionId, { version: 1 })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("in the background", () => {
  test("a summary that was extracted is made again by the model", async () => {
    await startContextWork();
    provider().summariser.script([
      { kind: "error", status: 500, body: {} },
      { kind: "error", status: 500, body: {} },
    ]);
    const { sessionId } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    await until(async () => (await inspectContext(me, sessionId, { withPayload: false })).progress === null, 60_000);
    await expectSound(sessionId);
    await stopContextWork();
  });
});
