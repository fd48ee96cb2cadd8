import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { UIMessageChunk } from "ai";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { readHistory } from "@/lib/chat/history";
import { getDb } from "@/lib/db/client";
import { insertEvents } from "@/lib/db/queries/run-events";
import { insertRun } from "@/lib/db/queries/runs";
import { chatRunEvents, type RunRow } from "@/lib/db/schema/chat";
import {
  answerOf,
  chunksOfRun,
  converse,
  draftOf,
  messagesOf,
  requestsAbout,
  SCRIPTED_MODEL,
  send,
  textOfDraft,
  until,
  withChat,
} from "@/test/support/chat";
import { makeActor, makeSession } from "@/test/support/factories";
import { numbered, widthOfAll } from "./chunks";
import { followRun, followSent } from "./follow";
import { runs } from "./registry";
import { stopRun } from "./stop";

const { provider } = withChat();

/** What a follower had got of these chunks when it was at that position. */
const upTo = (chunks: readonly UIMessageChunk[], position: number) =>
  numbered(chunks, 0).flatMap(({ n, chunk }) => (n <= position ? [chunk] : []));

/** A run that goes on, of which this process knows what the database says and nothing else. */
async function runElsewhere(actor: Actor) {
  const { sessionId, messages } = await makeSession(actor, ["u: tell me", "a: "]);
  const [question, answer] = messages.map(({ id }) => id);
  const row = {
    sessionId,
    id: uuidv7(),
    userMessageId: question ?? "",
    assistantMessageId: answer ?? "",
    requestHash: "",
    model: SCRIPTED_MODEL,
    // This process by name: the embedded database has no other, and takes the runs of any other for lost.
    owner: runs().owner,
  };
  const run = await insertRun(await getDb(), row, 600_000);
  return { run, key: { sessionId, runId: run.id } };
}

describe("a follower", () => {
  test("who leaves and comes back at any moment has the whole text once", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 30x15 reload");
    // One look at each stage: at once, in the middle, near the end; then on from where it left, and anew from the start.
    for (const share of [0, 0.5, 0.99]) {
      const words = Math.floor(share * 30);
      const seen = (chunks: Parameters<typeof draftOf>[0]) => textOfDraft(draftOf(chunks)).split(" ").length;
      const first = await chunksOfRun(actor, sent.run.id, { enough: (chunks) => seen(chunks) >= words });
      const next = chunksOfRun(actor, sent.run.id, { after: first.n, enough: (chunks) => chunks.length >= 2 });
      const partial = draftOf((await next).chunks, draftOf(first.chunks));
      expect(
        "w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30",
      ).toContain(textOfDraft(partial));
    }
    const { chunks } = await chunksOfRun(actor, sent.run.id);
    const stored = await answerOf(sent);
    expect(textOfDraft(draftOf(chunks))).toBe(stored.text);
    expect(stored.text.split(" ")).toHaveLength(30);
    expect(requestsAbout(provider(), "reload")).toHaveLength(1);
  });

  test("who comes after the end gets the rest alone where it has a part, and all where it has none", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 10x10 frozen");
    const part = await chunksOfRun(actor, sent.run.id, { enough: (chunks) => chunks.length >= 6 });
    await until(() => !runs().active.has(sent.run.id));
    const rest = await chunksOfRun(actor, sent.run.id, { after: part.n });
    expect(rest.chunks.some((chunk) => chunk.type === "start")).toBe(false);
    const stored = await answerOf(sent);
    expect(textOfDraft(draftOf(rest.chunks, draftOf(part.chunks)))).toBe(stored.text);
    const whole = await chunksOfRun(actor, sent.run.id);
    expect(textOfDraft(draftOf(whole.chunks))).toBe(stored.text);
    expect(draftOf(whole.chunks)).toMatchObject({
      state: "finished",
      metadata: { status: "complete", run_id: sent.run.id },
    });
    // A position that this run never gave out, from another life of the page: everything anew.
    const lost = await chunksOfRun(actor, sent.run.id, { after: 1_000_000 });
    expect(textOfDraft(draftOf(lost.chunks, draftOf(part.chunks)))).toBe(stored.text);
  });

  test("sees reasoning come back with the text", async () => {
    const actor = await makeActor();
    const { sent } = await converse(actor, "#think Deep blue");
    const { chunks } = await chunksOfRun(actor, sent.run.id);
    expect(draftOf(chunks).parts).toMatchObject([
      { type: "reasoning", text: "Deep blue" },
      { type: "text", text: "Thought about it." },
    ]);
  });

  test("of an answer with calls gets the same parts in the same order, live and later", async () => {
    const actor = await makeActor();
    provider().script({
      kind: "answer",
      chunks: ["Let me", " look."],
      toolCalls: [{ name: "lookup", input: { q: 1 } }],
    });
    const sent = await send(actor, "text, then a call");
    const live = draftOf((await chunksOfRun(actor, sent.run.id)).chunks);
    provider().script(null);
    const later = draftOf((await chunksOfRun(actor, sent.run.id, { after: 5 })).chunks);
    const stored = await answerOf(sent);
    const shape = (parts: typeof stored.parts) =>
      parts.map((part) => [
        "text" in part ? part.text : "",
        "state" in part && part.type !== "text" ? part.state : part.type,
      ]);
    expect(stored.parts.map((part) => part.type)).toEqual(["text", "tool-lookup"]);
    expect(shape(live.parts)).toEqual(shape(stored.parts));
    expect(shape(later.parts)).toEqual(shape(stored.parts));
    expect(await messagesOf(sent.sessionId)).toHaveLength(2);
  });

  test("of text, call, text, call, text gets these parts in this order: live, resumed at any place, and from the history", async () => {
    const actor = await makeActor();
    provider().script({
      kind: "answer",
      interleaved: [
        "one ",
        "and ",
        { id: "a", name: "lookup", input: { q: 1 } },
        "two",
        { id: "b", name: "lookup", input: { q: 2 } },
        "three",
      ],
    });
    const sent = await send(actor, "text, call, text, call, text");
    const live = await chunksOfRun(actor, sent.run.id);
    provider().script(null);
    const order = (parts: readonly object[]) =>
      parts.map((part) => ("text" in part ? part.text : "toolCallId" in part ? part.toolCallId : part));
    const expected = ["one and ", "a", "two", "b", "three"];
    const stored = await answerOf(sent);
    expect(order(stored.parts)).toEqual(expected);
    expect(order(draftOf(live.chunks).parts)).toEqual(expected);
    // Whoever was cut off at any position has the same after going on from there, or anew.
    for (let after = 0; after <= live.n; after++) {
      const later = await chunksOfRun(actor, sent.run.id, { after });
      expect(order(draftOf(later.chunks, draftOf(upTo(live.chunks, after))).parts)).toEqual(expected);
    }
    const { messages } = await readHistory(actor, { sessionId: sent.sessionId, limit: 10 });
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant"]);
    expect(order(messages[1]?.parts ?? [])).toEqual(expected);
  });

  test("who leaves does not stop the answer", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 15x15 closed tab");
    await chunksOfRun(actor, sent.run.id, { enough: (chunks) => chunks.length > 2 });
    await until(() => !runs().active.has(sent.run.id));
    expect((await answerOf(sent)).text).toMatch(/w15$/);
    expect(requestsAbout(provider(), "closed tab")[0]?.closedByClientAt).toBeNull();
  });

  test("of somebody else's run finds nothing", async () => {
    const sent = await send(await makeActor(), "#say mine");
    await expect(followRun(await makeActor(), sent.run.id, 0, new AbortController().signal)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("two answers at once do not touch each other", async () => {
  const actor = await makeActor();
  const [a, b] = await Promise.all([send(actor, "#slow 20x10 alpha"), send(actor, "#slow 20x10 beta")]);
  const both = await Promise.all([a, b].map((sent) => chunksOfRun(actor, sent.run.id)));
  for (const { chunks } of both) expect(textOfDraft(draftOf(chunks)).split(" ")).toHaveLength(20);
  expect(a.sessionId).not.toBe(b.sessionId);
  expect((await messagesOf(a.sessionId)).map((row) => row.text)).toEqual([
    "#slow 20x10 alpha",
    (await answerOf(a)).text,
  ]);
});

test("a stream of 15 MB is caught up within seconds, in pieces", async () => {
  const actor = await makeActor();
  const piece = "long ".repeat(10_000);
  provider().script({
    kind: "answer",
    chunks: Array.from({ length: 300 }, () => piece),
    everyMs: 1,
    ending: "silence",
  });
  const sent = await send(actor, "a very long answer");
  await until(() => (runs().active.get(sent.run.id)?.log.end ?? 0) > 15_000_000, 60_000);
  provider().script(null);
  const started = performance.now();
  let length = 0;
  let pieces = 0;
  const leaving = new AbortController();
  for await (const entries of await followRun(actor, sent.run.id, 0, leaving.signal)) {
    for (const { chunk } of entries) {
      pieces++;
      if (chunk.type !== "text-delta") continue;
      length += chunk.delta.length;
      expect(chunk.delta.length).toBeLessThanOrEqual(65_536);
    }
    if (length >= 15_000_000) break;
  }
  leaving.abort();
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(pieces).toBeGreaterThan(200);
  expect(pieces).toBeLessThan(3_000);
  expect((await stopRun(actor, sent.run.id)).status).toBe("stopped");
  expect((await answerOf(sent)).text).toHaveLength(15_000_000);
});

test("15 MB that another process has written, in 15,000 batches, are caught up within seconds, in pieces, and then it is live", async () => {
  const actor = await makeActor();
  const { run, key } = await runElsewhere(actor);
  const delta = (text: string): UIMessageChunk => ({ type: "text-delta", id: "1", delta: text });
  const first: UIMessageChunk[] = [{ type: "start" }, { type: "text-start", id: "1" }];
  let lastN = widthOfAll(first);
  const db = await getDb();
  await db.insert(chatRunEvents).values({ ...key, lastN, chunks: first });
  for (let written = 0; written < 15_000; written += 1_000) {
    const rows = Array.from({ length: 1_000 }, () => {
      lastN += 1_000;
      return { ...key, lastN, chunks: [delta("words ".repeat(84).slice(0, 500)), delta("more ".repeat(100))] };
    });
    await db.insert(chatRunEvents).values(rows);
  }

  // What merely reading them takes on this machine as busy as it is, for the comparison.
  const reading = performance.now();
  await db.select().from(chatRunEvents);
  const bare = performance.now() - reading;

  const started = performance.now();
  const leaving = new AbortController();
  const caughtUp = Promise.withResolvers<number>();
  let length = 0;
  let pieces = 0;
  let longest = 0;
  const following = (async () => {
    for await (const entries of await followRun(actor, run.id, 0, leaving.signal)) {
      for (const { chunk } of entries) {
        pieces++;
        if (chunk.type !== "text-delta") continue;
        length += chunk.delta.length;
        longest = Math.max(longest, chunk.delta.length);
        if (chunk.delta === "live") leaving.abort();
      }
      if (length === 15_000_000) caughtUp.resolve(performance.now() - started);
    }
  })();
  const took = await caughtUp.promise;
  expect(took).toBeLessThan(Math.max(5_000, 10 * bare));
  expect(longest).toBeLessThanOrEqual(65_536);
  expect(pieces).toBeGreaterThan(200);
  expect(pieces).toBeLessThan(1_000);
  await insertEvents(db, run.owner, [{ ...key, lastN: lastN + 4, chunks: [delta("live")] }]);
  await following;
  expect(length).toBe(15_000_004);
});

describe("2,000 followers that come and go leave nothing behind", () => {
  const collectGarbage = garbageCollector();
  /** Half of them leave while they wait for the next chunk, half before they ask for it. */
  const comeAndGo = (actor: Actor, run: RunRow) =>
    Promise.all(
      Array.from({ length: 2_000 }, async (_, i) => {
        const leaving = new AbortController();
        const stream = followSent(actor, run, leaving.signal)[Symbol.asyncIterator]();
        await stream.next();
        const pending = i % 2 ? stream.next() : undefined;
        leaving.abort();
        await pending;
        await stream.return?.();
      }),
    );
  const listeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  /** Handles and timers; the run and the database's connections have a few of their own, which come and go. */
  const resources = () => process.getActiveResourcesInfo().length;
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };

  const leavesNothing = async (actor: Actor, run: RunRow) => {
    await comeAndGo(actor, run); // What is made once is made here.
    const before = { listeners: listeners(), resources: resources(), heap: heap() };
    await comeAndGo(actor, run);
    expect(listeners()).toBe(before.listeners);
    await expect.poll(resources).toBeLessThanOrEqual(before.resources + 20);
    // A kilobyte a follower: whoever held on to a stream, to rows or to chunks would hold more.
    expect(heap() - before.heap).toBeLessThan(2_000_000);
  };

  test("behind a run of this process", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 40000x20 crowd");
    await leavesNothing(actor, sent.run);
    expect(runs().active.get(sent.run.id)?.followers.size).toBe(0);
    await stopRun(actor, sent.run.id);
  });

  test("behind a run of another one", async () => {
    const actor = await makeActor();
    const { run, key } = await runElsewhere(actor);
    await (await getDb()).insert(chatRunEvents).values({ ...key, lastN: 1, chunks: [{ type: "start" }] });
    await leavesNothing(actor, run);
  });
});

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
