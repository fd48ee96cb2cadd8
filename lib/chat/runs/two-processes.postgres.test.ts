import type { UIMessageChunk } from "ai";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  answerOf,
  chunksOfRun,
  draftOf,
  eventsOf,
  requestsAbout,
  runsOf,
  send,
  textOfDraft,
  until,
  withChat,
} from "@/test/support/chat";
import { makeActor } from "@/test/support/factories";
import { type OtherProcess, startOtherProcess } from "@/test/support/other-process";
import { runs } from "./registry";
import { stopRun } from "./stop";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // Other processes take their time to start.
const { provider } = withChat({ RUN_LEASE_MS: "2000" });
let other: OtherProcess;
beforeAll(async () => {
  other = await startOtherProcess();
});
afterAll(() => other.kill());

const flushed = (sessionId: string) => until(async () => (await eventsOf(sessionId)).length > 2, 10_000);

describe("an answer that another process writes", () => {
  test("is followed live, whole and once, to its end", async () => {
    const actor = await makeActor();
    const warmUp = await other.send(actor, { message: { text: "#say warm" } });
    await chunksOfRun(actor, warmUp.run.id);
    const sent = await other.send(actor, { message: { text: "#slow 200x20 remote" } });
    const { chunks } = await chunksOfRun(actor, sent.run.id);
    expect(runs().active.size).toBe(0);
    expect(chunks.filter((chunk) => chunk.type === "start")).toHaveLength(1);
    expect(textOfDraft(draftOf(chunks))).toBe((await answerOf(sent)).text);
    expect((await answerOf(sent)).text).toMatch(/w200$/);
    expect(chunks.at(-1)).toMatchObject({ type: "finish", messageMetadata: { status: "complete" } });
    // Live: it came in many pieces, not in one at the end.
    expect(chunks.filter((chunk) => chunk.type === "text-delta").length).toBeGreaterThan(4);
  });

  test("is resumed from any position", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 80x15 resumed elsewhere");
    const here = await chunksOfRun(actor, sent.run.id, { enough: (chunks) => chunks.length >= 12 });
    const rest: UIMessageChunk[] = [];
    await other.follow(actor, sent.run.id, here.n, (entry) => rest.push(entry.chunk));
    expect(rest.some((chunk) => chunk.type === "start")).toBe(false);
    expect(textOfDraft(draftOf(rest, draftOf(here.chunks)))).toBe((await answerOf(sent)).text);
  });

  test("of 15 MB is caught up within seconds, in pieces, and then followed live", async () => {
    const actor = await makeActor();
    const piece = "long ".repeat(10_000);
    const large = Array.from({ length: 300 }, () => piece);
    const words = Array.from({ length: 20_000 }, () => "w");
    provider().script({ kind: "answer", chunks: [...large, ...words], everyMs: 10 });
    const sent = await other.send(actor, { message: { text: "fifteen megabytes" } });
    await until(async () => ((await eventsOf(sent.sessionId)).at(-1)?.lastN ?? 0) > 15_000_000, 60_000);
    provider().script(null);

    const since = performance.now();
    let live = 0;
    let longest = 0;
    const { chunks } = await chunksOfRun(actor, sent.run.id, {
      enough: (so) => {
        const last = so.at(-1);
        if (last?.type === "text-delta" && last.delta.length < 1_000) live ||= performance.now() - since;
        return live > 0;
      },
    });
    const texts = chunks.flatMap((chunk) => (chunk.type === "text-delta" ? [chunk.delta] : []));
    for (const text of texts) longest = Math.max(longest, text.length);
    expect(texts.join("").length).toBeGreaterThan(15_000_000);
    expect(longest).toBeLessThanOrEqual(65_536);
    expect(live).toBeLessThan(10_000);
    expect(await other.stop(actor, sent.run.id)).toBe("stopped");
  });

  test("is stopped from here, and its provider's connection closes within two seconds", async () => {
    const actor = await makeActor();
    const sent = await other.send(actor, { message: { text: "#slow 4000x20 stop from afar" } });
    await flushed(sent.sessionId);
    const since = Date.now();
    expect((await stopRun(actor, sent.run.id)).status).toBe("stopped");
    await until(() => requestsAbout(provider(), "stop from afar")[0]?.closedByClientAt != null);
    expect((requestsAbout(provider(), "stop from afar")[0]?.closedByClientAt ?? 0) - since).toBeLessThan(2_000);
    expect((await answerOf(sent)).text).toMatch(/^w1 w2/);
  });

  test("stands in the way of a send here, until it is replaced", async () => {
    const actor = await makeActor();
    const sent = await other.send(actor, { message: { text: "#slow 4000x20 in the way" } });
    await expect(send(actor, "me too", { session_id: sent.sessionId })).rejects.toMatchObject({ code: "run_active" });
    const edited = await send(actor, "#say Instead.", {
      session_id: sent.sessionId,
      replace_from: sent.run.userMessageId,
    });
    await chunksOfRun(actor, edited.run.id);
    expect((await answerOf(edited)).text).toBe("Instead.");
  });

  test("the same message sent to both at once is one run", async () => {
    const actor = await makeActor();
    const id = "0190b000-0000-7000-8000-000000000001";
    const text = "#slow 10x10 both doors";
    const [a, b] = await Promise.all([send(actor, text, { id }), other.send(actor, { message: { id, text } })]);
    expect([a.run.id, a.sessionId]).toEqual([b.run.id, b.sessionId]);
    expect([a.reused, b.reused].sort()).toEqual([false, true]);
    await chunksOfRun(actor, a.run.id);
    expect(await runsOf(a.sessionId)).toHaveLength(1);
    expect(requestsAbout(provider(), "both doors")).toHaveLength(1);
  });
});

describe("when the other process", () => {
  test("stands still for longer than its lease, its answer is settled here, and it does not write over that", async () => {
    const slow = await startOtherProcess();
    const actor = await makeActor();
    const sent = await slow.send(actor, { message: { text: "#slow 4000x20 frozen process" } });
    await flushed(sent.sessionId);
    await slow.kill("SIGSTOP");
    const { chunks } = await chunksOfRun(actor, sent.run.id);
    expect(chunks.at(-1)).toMatchObject({
      messageMetadata: { status: "interrupted", error: { code: "process_lost" } },
    });
    const settled = await answerOf(sent);
    await slow.kill("SIGCONT");
    await until(() => requestsAbout(provider(), "frozen process")[0]?.closedByClientAt != null, 10_000);
    expect(await answerOf(sent)).toEqual(settled);
    expect(await eventsOf(sent.sessionId)).toEqual([]);
    await slow.kill();
  });

  test("is killed, this one settles its answer within seconds of the lease's end, also for who is following", async () => {
    const actor = await makeActor();
    const sent = await other.send(actor, { message: { text: "#slow 4000x20 killed elsewhere" } });
    await flushed(sent.sessionId);
    const following = chunksOfRun(actor, sent.run.id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other.kill();
    const killed = Date.now();
    const { chunks } = await following;
    expect(Date.now() - killed).toBeLessThan(2_000 + 10_000);
    expect(chunks.at(-1)).toMatchObject({
      messageMetadata: { status: "interrupted", error: { code: "process_lost" } },
    });
    expect(textOfDraft(draftOf(chunks))).toBe((await answerOf(sent)).text);
    expect((await answerOf(sent)).text).toMatch(/^w1 w2/);
  });
});
