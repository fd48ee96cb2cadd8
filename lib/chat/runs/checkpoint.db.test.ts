import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { CONDENSE_OPENING } from "@/lib/context/checkpoint/condense-prompt";
import { countRunes } from "@/lib/context/size/measure";
import type { AgentRow } from "@/lib/db/schema/agents";
import { log } from "@/lib/log";
import { writeFolderFile } from "@/lib/memory/folder";
import type { ChatRequest } from "@/test/scripted-provider/openai";
import { textOfContent } from "@/test/scripted-provider/openai";
import { converse, withChat } from "@/test/support/chat";
import { makeActor, makeAgent } from "@/test/support/factories";

const LIMIT = 96_000;
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: String(LIMIT), TOOLS_MAX_STEPS: "200" });

const FACT = "The gate code of the harbour is QX-4471.";
const words = (runes: number) =>
  "Tide tables list water heights by the hour. ".repeat(Math.ceil(runes / 44)).slice(0, runes);

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me);
  provider().script(null);
  provider().requests.length = 0;
  vi.restoreAllMocks();
});

const put = (name: string, text: string) => writeFolderFile(me, agent.id, { name, text, mode: "create", callId: name });
const isCondensing = (request: ChatRequest) => textOfContent(request.messages[0]?.content).startsWith(CONDENSE_OPENING);
/** What a request comes to: all its text, calls and results. */
const sizeOf = (request: ChatRequest) => countRunes(JSON.stringify(request.messages));
const allText = (request: ChatRequest) => JSON.stringify(request.messages);

/** A model that reads one file after the other, `steps` times, and then says the fact if it can still see it. */
function reader(
  steps: number,
  { notes }: { notes: (data: string) => string | { kind: "error"; status: number; body: object } },
) {
  const seen = { sizes: [] as number[], condensed: 0, done: 0 };
  provider().script((request) => {
    if (isCondensing(request)) {
      seen.condensed++;
      return notes(allText(request));
    }
    seen.sizes.push(sizeOf(request));
    if (seen.done === steps)
      return allText(request).includes("QX-4471") ? "It is QX-4471." : "I cannot see it any more.";
    const name = seen.done++ === 0 ? "fact.md" : "bulk.md";
    return { kind: "answer", toolCalls: [{ id: "call", name: "file_read", input: { name, max_runes: 10_000 } }] };
  });
  return seen;
}

const carried = (data: string) =>
  `${data.includes("QX-4471") ? FACT : "No code was found."} The rest were tide tables.`;
const checkpointsOf = (parts: { type: string }[]) => parts.filter(({ type }) => type === "data-checkpoint");

describe("a turn of 100 steps with results of 10,000 runes, at 96,000", { timeout: 120_000 }, () => {
  test("stays under the limit, is condensed at most 12 times, and knows what its first step found", async () => {
    await put("fact.md", `${FACT}\n${words(9_900)}`);
    await put("bulk.md", words(10_000));
    const seen = reader(100, { notes: carried });
    const { sent, answer } = await converse(me, "What is the gate code?", { agent_id: agent.id });
    expect(answer).toMatchObject({ status: "complete", text: "It is QX-4471." });
    expect(Math.max(...seen.sizes)).toBeLessThanOrEqual(LIMIT);
    expect(seen.condensed).toBeLessThanOrEqual(12);
    expect(seen.condensed).toBeGreaterThan(5);
    // The message keeps every result in full, and shows where it was condensed and into what.
    expect(answer.parts.filter((part) => "toolCallId" in part && part.state === "output-available")).toHaveLength(100);
    expect(checkpointsOf(answer.parts)).toHaveLength(seen.condensed);
    expect(checkpointsOf(answer.parts)[0]).toMatchObject({
      data: { summary: expect.stringContaining("QX-4471"), from_step: 1, to_step: expect.any(Number) },
    });
    // The next question has the notes in the place of the steps.
    provider().script((request) => (allText(request).includes("QX-4471") ? "Still known." : "Lost."));
    const next = await converse(me, "And again?", { session_id: sent.sessionId });
    expect(next.answer.text).toBe("Still known.");
  });
});

describe("a checkpoint that cannot be made", { timeout: 60_000 }, () => {
  test.each([
    ["the model fails", { kind: "error" as const, status: 500, body: {} }],
    ["the model refuses", "I'm sorry, but I can't help with that."],
    ["the model answers nothing", ""],
  ])("is skipped, is logged, and the turn goes on under the limit: %s", async (_, reply) => {
    const warned = vi.spyOn(log, "warn");
    await put("fact.md", `${FACT}\n${words(9_900)}`);
    await put("bulk.md", words(10_000));
    const seen = reader(14, { notes: () => reply });
    const { answer } = await converse(me, "What is the gate code?", { agent_id: agent.id });
    expect(answer.status).toBe("complete");
    expect(Math.max(...seen.sizes)).toBeLessThanOrEqual(LIMIT);
    expect(checkpointsOf(answer.parts)).toEqual([]);
    expect(warned.mock.calls.map(([keyword]) => keyword)).toContain("chat_agent_context_compact_llm_failed");
    expect(answer.text).toBe("It is QX-4471.");
  });

  test("keeps what was changed, whatever the model writes", async () => {
    await put("fact.md", words(10_000));
    await put("bulk.md", words(10_000));
    let n = 0;
    provider().script((request) => {
      if (isCondensing(request)) return "Nothing much happened so far, only some reading.";
      if (n++ === 0) {
        const input = { name: "made.md", mode: "create", text: "x" };
        return { kind: "answer", toolCalls: [{ id: "w", name: "file_write", input }] };
      }
      if (n < 14)
        return {
          kind: "answer",
          toolCalls: [{ id: "r", name: "file_read", input: { name: "bulk.md", max_runes: 10_000 } }],
        };
      return allText(request).includes("made.md") ? "I wrote made.md." : "I wrote nothing.";
    });
    const { answer } = await converse(me, "Write it down, then read.", { agent_id: agent.id });
    expect(answer.text).toBe("I wrote made.md.");
    expect(checkpointsOf(answer.parts)).not.toEqual([]);
  });
});

test("a result of twice the window is kept whole and shown by its beginning, its end and its size", async () => {
  for (let i = 0; i < 10; i++) await put(`part-${i}.md`, `begin${i} ${words(19_900)} end${i}`);
  let n = 0;
  const sizes: number[] = [];
  provider().script((request) => {
    if (isCondensing(request)) return "Ten parts were read.";
    sizes.push(sizeOf(request));
    const toolCalls = Array.from({ length: 10 }, (_, i) => ({
      ...{ id: `c${i}`, name: "file_read", input: { name: `part-${i}.md`, max_runes: 20_000 } },
    }));
    if (n++ === 0) return { kind: "answer", toolCalls };
    const text = allText(request);
    const shown = /begin0 .*end0.*begin9 .*end9/s.test(text) && /characters left out here/.test(text);
    return shown ? "Head, tail and size." : "Not all of it.";
  });
  const { answer } = await converse(me, "Read all parts.", { agent_id: agent.id });
  expect(answer).toMatchObject({ status: "complete", text: "Head, tail and size." });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMIT);
  expect(JSON.stringify(answer.parts).length).toBeGreaterThan(199_000);
});
