import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow, editSummary, restoreVersion } from "@/lib/chat/compact";
import { fork } from "@/lib/chat/fork";
import { inspectContext } from "@/lib/chat/inspect";
import { truncate, undoTruncation } from "@/lib/chat/truncate";
import { startContextWork, stopContextWork } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import { changeWork } from "@/lib/db/queries/context-work";
import { failure } from "@/test/scripted-provider/vocabulary";
import { chunksOfRun, converse, send, until, withChat } from "@/test/support/chat";
import { expectSoundContext } from "@/test/support/context";
import { contextOf, workOf } from "@/test/support/context-reading";
import { makeActor, makeSession } from "@/test/support/factories";

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
const signal = () => new AbortController().signal;
/** The newest chat request, as one text. */
const lastRequest = () => JSON.stringify(provider().requests.findLast((request) => !request.merge)?.body ?? {});

describe("a send that would not fit", () => {
  test("rolls first, says so in the stream, and keeps within the limit", async () => {
    const { sessionId } = await makeSession(me, talk(27));
    const sent = await send(me, "and now?", { session_id: sessionId });
    const { chunks } = await chunksOfRun(me, sent.run.id);
    const types = chunks.filter((chunk) => chunk.type === "data-context-roll");
    expect(types).toMatchObject([{ data: { state: "started" } }, { data: { state: "done" } }]);
    const state = await contextOf(sessionId);
    expect(state.version).toBe(1);
    expect(state.anchorSeq).toBeGreaterThan(10);
    expect(lastRequest()).toContain("and now?");
    expect(lastRequest()).not.toContain("question0 ");
    expect(lastRequest()).toContain("conversation_summary");
    await expectSoundContext(sessionId);
  });

  test("of one that fits nothing is rolled, and nothing is said", async () => {
    const { sessionId } = await makeSession(me, talk(4));
    const sent = await send(me, "and now?", { session_id: sessionId });
    const { chunks } = await chunksOfRun(me, sent.run.id);
    expect(chunks.some((chunk) => chunk.type === "data-context-roll")).toBe(false);
    expect((await contextOf(sessionId)).version).toBe(0);
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
    await expectSoundContext(sessionId);
  });

  test("twice at once rolls once", async () => {
    const { sessionId } = await makeSession(me, talk(12));
    const both = await Promise.all([1, 2].map(() => compactNow(me, sessionId, { signal: signal() })));
    expect(both.map(({ rolled }) => rolled).sort()).toEqual([false, true]);
    expect((await contextOf(sessionId)).version).toBe(1);
  });
});

describe("what was cut off", () => {
  test("is in no summary any more, and undo gives the context back", async () => {
    provider().summariser.script(() => "echo");
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const before = await contextOf(sessionId);
    expect(before.summary).toContain("question");
    const cut = await truncate(me, { sessionId, messageId: messages[4]?.id ?? "" });
    expect(await contextOf(sessionId)).toMatchObject({ version: 0, summary: "", anchorSeq: 1, coveredRunes: 0 });
    await expectSoundContext(sessionId);
    await undoTruncation(me, cut.truncation_id);
    expect(await contextOf(sessionId)).toEqual(before);
    await expectSoundContext(sessionId);
  });

  test("is no anchor: where nothing verbatim is left, the next message is it", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const { anchorSeq } = await contextOf(sessionId);
    for (const seq of [anchorSeq, 1]) {
      await truncate(me, { sessionId, messageId: messages[seq - 1]?.id ?? "" });
      await expectSoundContext(sessionId);
    }
    await converse(me, "from the beginning", { session_id: sessionId });
    await expectSoundContext(sessionId);
  });

  test("throws away what was being rolled meanwhile", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    const held = provider().summariser.hold();
    const compacting = compactNow(me, sessionId, { signal: signal() });
    await until(() => held.waiting() > 0);
    await truncate(me, { sessionId, messageId: messages[3]?.id ?? "" });
    held.release();
    expect(await compacting).toMatchObject({ rolled: false, version: 0 });
    await expectSoundContext(sessionId);
  });

  test("a branch has the context of its point", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const whole = await fork(me, { sessionId, messageId: messages[23]?.id ?? "" });
    const part = await fork(me, { sessionId, messageId: messages[5]?.id ?? "" });
    expect((await contextOf(whole.id)).summary).toBe((await contextOf(sessionId)).summary);
    expect((await contextOf(part.id)).version).toBe(0);
    await expectSoundContext(whole.id);
    await expectSoundContext(part.id);
  });
});

describe("a person's hand", () => {
  test("edits the summary, which changes the next request and outlives merges", async () => {
    const { sessionId } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const { summary, version } = await contextOf(sessionId);
    await editSummary(me, sessionId, { version, summary: `The boat is called Marlin.\n${summary}` });
    await expect(editSummary(me, sessionId, { version, summary: "late" })).rejects.toMatchObject({
      code: "summary_changed",
    });
    await expect(editSummary(me, sessionId, { version: version + 1, summary: " \n" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await converse(me, "what is it called?", { session_id: sessionId });
    expect(lastRequest()).toContain("Marlin");
    await converse(me, "x".repeat(2_000), { session_id: sessionId });
    await converse(me, "y".repeat(2_000), { session_id: sessionId });
    await compactNow(me, sessionId, { signal: signal() });
    expect((await contextOf(sessionId)).summary).toContain("The boat is called Marlin.");
    await restoreVersion(me, sessionId, { version: 1 });
    expect((await contextOf(sessionId)).summary).toBe(summary);
    await expectSoundContext(sessionId);
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
    expect((await contextOf(sessionId)).summary).toBe(second?.summary);
    await expectSoundContext(sessionId);
  });

  test("have the current one among them, also when it is not among the newest that are asked for", async () => {
    const { sessionId, messages } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const { truncation_id } = await truncate(me, { sessionId, messageId: messages[15]?.id ?? "" });
    await compactNow(me, sessionId, { signal: signal() });
    await undoTruncation(me, truncation_id);
    expect((await contextOf(sessionId)).version).toBe(1);
    const listed = async (versions: number) =>
      (await inspectContext(me, sessionId, { withPayload: false, versions })).versions.map(({ version }) => version);
    expect(await listed(1)).toEqual([1]);
    expect(await listed(2)).toEqual([2, 1]);
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
    await expectSoundContext(sessionId);
    await stopContextWork();
  });

  test("a pause after a failure is said, with its end", async () => {
    provider().summariser.script(() => failure(401));
    const { sessionId } = await makeSession(me, talk(12));
    await compactNow(me, sessionId, { signal: signal() });
    const progress = async () => (await inspectContext(me, sessionId, { withPayload: false })).progress;
    await until(async () => (await progress()) !== null);
    expect(await progress()).toMatchObject({ kind: "redo", paused_until: null });
    await startContextWork();
    await until(async () => (await progress())?.paused_until != null, 60_000);
    await stopContextWork();
    const due = (await workOf(sessionId))?.notBefore.toISOString();
    expect(await progress()).toMatchObject({ kind: "redo", paused_until: due });
    await changeWork(await getDb(), sessionId, { notBeforeMs: 0 });
    expect(await progress()).toMatchObject({ kind: "redo", paused_until: null });
  });
});
