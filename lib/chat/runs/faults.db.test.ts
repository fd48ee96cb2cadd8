import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { getDb } from "@/lib/db/client";
import { chatMessages, modelLimits } from "@/lib/db/schema";
import { OVERFLOWS } from "@/test/scripted-provider/overflows";
import { failure } from "@/test/scripted-provider/vocabulary";
import {
  chunksOfRun,
  converse,
  draftOf,
  eventsOf,
  requestsAbout,
  runsOf,
  send,
  until,
  withChat,
} from "@/test/support/chat";
import { makeActor, makeSession } from "@/test/support/factories";
import { awaitAnswer } from "./answer";

const { provider } = withChat({ MODEL_FIRST_CHUNK_MS: "3000", MODEL_STALL_MS: "1500", MODEL_RETRIES: "2" });

// The first answer of a process takes longer than the limits set here allow on a busy machine.
beforeAll(async () => void (await converse(await makeActor(), "#say warm")));

const shortOf = async (text: string) => {
  const { sent, answer } = await converse(await makeActor(), text);
  const [run] = await runsOf(sent.sessionId);
  return { run: run?.status, status: answer.status, code: answer.error?.code, text: answer.text, runes: answer.runes };
};

describe("before the first chunk", () => {
  test("a fault that may pass is tried again, and the answer comes once", async () => {
    expect(await shortOf("#flaky 2 500 Here after all.")).toMatchObject({ run: "complete", text: "Here after all." });
    expect(requestsAbout(provider(), "#flaky 2 500")).toHaveLength(3);
  });

  test("tried too often it is told, and a later try is one of its own", async () => {
    expect(await shortOf("#fail 503 always")).toMatchObject({
      run: "failed",
      status: "failed",
      code: "server_error",
      runes: 0,
    });
    expect(requestsAbout(provider(), "#fail 503 always")).toHaveLength(3);
  });

  test("a rate limit is waited for as long as it asks", async () => {
    const words = "patience please";
    provider().script((_, times) => (times === 1 ? failure(429, 1) : undefined));
    expect(await shortOf(`#say ${words}`)).toMatchObject({ run: "complete", text: words });
    provider().script(null);
    const [first, second] = requestsAbout(provider(), words);
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  test("a rate limit that asks for minutes fails at once with the reason", async () => {
    expect(await shortOf("#fail 429 600")).toMatchObject({ status: "failed", code: "rate_limited" });
    expect(requestsAbout(provider(), "#fail 429 600")).toHaveLength(1);
  });

  test("what waiting does not help is not tried again", async () => {
    expect(await shortOf("#fail 401 key")).toMatchObject({ status: "failed", code: "unauthorized" });
    expect(await shortOf("#fail 404 model")).toMatchObject({ status: "failed", code: "model_missing" });
    expect(requestsAbout(provider(), "#fail 401 key")).toHaveLength(1);
  });

  test("a model that never answers, or only with headers, is given up", async () => {
    expect(await shortOf("#hang up")).toMatchObject({ status: "failed", code: "timeout" });
    expect(await shortOf("#silent night")).toMatchObject({ status: "failed", code: "timeout" });
    await until(() => requestsAbout(provider(), "#hang up")[0]?.closedByClientAt != null);
    await until(() => requestsAbout(provider(), "#silent night")[0]?.closedByClientAt != null);
  });
});

describe("in mid-stream", () => {
  test("a cut, a stall and garbage keep what came, failed with the reason, and are not tried again", async () => {
    expect(await shortOf("#cut 5 20")).toMatchObject({
      status: "failed",
      code: "cut_off",
      text: "w1 w2 w3 w4 w5",
      runes: 0,
    });
    expect(await shortOf("#stall 4")).toMatchObject({ status: "failed", code: "timeout", text: "w1 w2 w3 w4" });
    expect(await shortOf("#garbage 3")).toMatchObject({ status: "failed", code: "bad_response", text: "w1 w2 w3" });
    for (const words of ["#cut 5 20", "#stall 4", "#garbage 3"])
      expect(requestsAbout(provider(), words)).toHaveLength(1);
  });

  test("followers are told the reason and the status", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#cut 5 20 told");
    const { chunks } = await chunksOfRun(actor, sent.run.id);
    expect(chunks.slice(-2)).toMatchObject([
      { type: "error", errorText: expect.stringContaining("broke off") },
      { type: "finish", messageMetadata: { status: "failed", error: { code: "cut_off" } } },
    ]);
  });
});

describe("an answer that ends", () => {
  test("without a word is a failure; with only reasoning too, and the reasoning stays", async () => {
    expect(await shortOf("#empty")).toMatchObject({ status: "failed", code: "empty_answer", text: "" });
    provider().script({ kind: "answer", reasoning: ["Let", " me", " see"] });
    const { answer } = await converse(await makeActor(), "think only");
    provider().script(null);
    expect(answer).toMatchObject({
      status: "failed",
      error: { code: "empty_answer" },
      parts: [{ type: "reasoning", text: "Let me see" }],
    });
  });

  test("at the longest the model may give is kept as interrupted and says so", async () => {
    expect(await shortOf("#length")).toMatchObject({ status: "interrupted", code: "output_limit" });
  });

  test("because the provider refused says so", async () => {
    expect(await shortOf("#refuse")).toMatchObject({ status: "failed", code: "refused" });
  });

  test("keeps its reasoning, which is not sent back", async () => {
    const actor = await makeActor();
    const { sent, answer } = await converse(actor, "#think Deep water");
    expect(answer.parts).toEqual([
      { type: "reasoning", text: "Deep water" },
      { type: "text", text: "Thought about it." },
    ]);
    await converse(actor, "after the thought", { session_id: sent.sessionId });
    const [request] = requestsAbout(provider(), "after the thought");
    expect(JSON.stringify(request?.body).split("Deep water")).toHaveLength(2); // the question's own words only;
  });

  test("is a 200 without a stream as well, whatever its status", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#fail 401 json");
    const answer = await awaitAnswer(actor, sent, new AbortController().signal);
    expect(answer).toMatchObject({
      run_id: sent.run.id,
      message: { role: "assistant", status: "failed" },
      error: { code: "unauthorized" },
    });
    expect(answer.context_budget.used_runes).toBeGreaterThan(0);
  });
});

test("a refusal as too long lowers the model's limit, shortens the payload, and gives one answer", async () => {
  const actor = await makeActor();
  const lines = Array.from({ length: 40 }, (_, i) => `${i % 2 ? "a" : "u"}: ${i} ${"x".repeat(100)}`);
  const { sessionId } = await makeSession(actor, lines);
  const tooLong = { kind: "error" as const, status: 400, body: OVERFLOWS.openai?.body };
  provider().script((request) => (JSON.stringify(request).length > 5_000 ? tooLong : "Short enough."));
  const { answer } = await converse(actor, "and so?", { session_id: sessionId });
  provider().script(null);
  expect(answer).toMatchObject({ status: "complete", text: "Short enough." });
  const [first, second, ...others] = requestsAbout(provider(), "and so?");
  expect(others).toEqual([]);
  expect(JSON.stringify(second?.body).length).toBeLessThan(JSON.stringify(first?.body).length);
  const limits = await (await getDb()).select().from(modelLimits);
  expect(limits.some((row) => row.workspaceId === actor.workspaceId)).toBe(true);
});

test("a conversation that has nothing to shorten fails with the reason after one request", async () => {
  expect(await shortOf("#toolong anthropic")).toMatchObject({ status: "failed", code: "context_too_long" });
  expect(requestsAbout(provider(), "#toolong anthropic")).toHaveLength(1);
});

describe("while the database fails", () => {
  test("to take events the answer goes on, and it is stored once the database is back", async () => {
    const actor = await makeActor();
    const db = await getDb();
    const sent = await send(actor, "#slow 20x20 database away");
    await db.execute(sql`alter table chat_run_events rename to chat_run_events_away`);
    let finished = false;
    const following = chunksOfRun(actor, sent.run.id).then((result) => {
      finished = true;
      return result;
    });
    await until(() => requestsAbout(provider(), "database away")[0]?.answeredAt != null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(finished).toBe(false);
    await db.execute(sql`alter table chat_run_events_away rename to chat_run_events`);
    const { chunks } = await following;
    expect(chunks.at(-1)).toMatchObject({ type: "finish", messageMetadata: { status: "complete" } });
    expect(draftOf(chunks).parts).toMatchObject([{ text: expect.stringMatching(/^w1 .* w20$/) }]);
    expect(await eventsOf(sent.sessionId)).toEqual([]);
    const rows = await db.select().from(chatMessages);
    expect(rows.find((row) => row.id === sent.run.assistantMessageId)?.status).toBe("complete");
  });
});
