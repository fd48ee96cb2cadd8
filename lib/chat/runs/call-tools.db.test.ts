import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import type { CalledTool } from "@/lib/context/checkpoint/step";
import { getDb } from "@/lib/db/client";
import { chatRuns, type RunRow } from "@/lib/db/schema/chat";
import { defineTool, type Tool, ToolFailure } from "@/lib/tools/tool";
import { eventsOf, withChat } from "@/test/support/chat";
import { makeActor, makeSession } from "@/test/support/factories";
import { callTools } from "./call-tools";
import type { Offer } from "./offered-tools";
import { recoverRun } from "./recover";
import { partsOf } from "./reduce";
import { ActiveRun, runs } from "./registry";
import type { WantedCall } from "./stream-model";

withChat({ TOOLS_PARALLEL_CALLS: "3" });

let me: Actor;
let run: ActiveRun;
beforeEach(async () => {
  me = await makeActor();
  const { sessionId, messages } = await makeSession(me, ["u: do it", "a: "]);
  const row: RunRow = {
    ...{ sessionId, id: uuidv7(), userMessageId: messages[0]?.id ?? "", assistantMessageId: messages[1]?.id ?? "" },
    ...{ requestHash: "0", status: "running", error: null, model: "m", owner: runs().owner },
    ...{ leaseUntil: new Date(Date.now() + 60_000), stopRequestedAt: null, createdAt: new Date(), endedAt: null },
  };
  await (await getDb()).insert(chatRuns).values(row);
  run = new ActiveRun(row);
  runs().active.set(row.id, run);
});
afterEach(() => {
  runs().active.delete(run.row.id);
  run.end();
});

const tool = (name: string, work: Tool["run"], more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    ...{ name, description: name, input: z.object({ n: z.number().default(0) }) },
    ...{ hasEffect: false, needsAgent: false, leavesHouse: false, byDefault: "on" as const, timeoutMs: 5_000 },
    run: work,
  }),
  ...more,
});
const wanted = (name: string, n = 0): WantedCall => ({ callId: `${name}-${n}`, tool: name, input: { n }, fault: null });
function call(tools: Tool[], calls: WantedCall[]): Promise<CalledTool[]> {
  const offer: Offer = new Map(tools.map((one) => [one.name, { tool: one, switch: "on" as const }]));
  for (const { callId: toolCallId, tool: toolName, input } of calls) {
    run.append({ type: "tool-input-available", toolCallId, toolName, input });
  }
  return callTools(run, { actor: me, currentSeq: 1, agentId: null, offer }, calls);
}
const partsNow = () => partsOf(run.log.chunks());

describe("the calls of one step", () => {
  test("run at once as far as is set, and each result stands with its call", async () => {
    let [now, most] = [0, 0];
    const slow = tool("slow", async (_, input) => {
      most = Math.max(most, ++now);
      await pause(30);
      now--;
      return input as { n: number };
    });
    const results = await call(
      [slow],
      [1, 2, 3, 4, 5].map((n) => wanted("slow", n)),
    );
    expect(most).toBe(3);
    expect(results.map(({ outcome }) => outcome)).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ kind: "done", output: { n } })),
    );
  });

  test("change something one after the other, in the model's order", async () => {
    const order: string[] = [];
    const write = tool(
      "write",
      async (_, input) => {
        const { n } = input as { n: number };
        order.push(`begin ${n}`);
        await pause(20 - n * 5);
        order.push(`end ${n}`);
        return n;
      },
      { hasEffect: true },
    );
    await call(
      [write],
      [1, 2, 3].map((n) => wanted("write", n)),
    );
    expect(order).toEqual([1, 2, 3].flatMap((n) => [`begin ${n}`, `end ${n}`]));
  });

  test("are in the database before anything is changed, and their results before the model goes on", async () => {
    let recorded: unknown;
    const write = tool(
      "write",
      async () => {
        recorded = (await eventsOf(run.row.sessionId)).flatMap(({ chunks }) => chunks).map(({ type }) => type);
        return "done";
      },
      { hasEffect: true },
    );
    await call([write], [wanted("write")]);
    expect(recorded).toEqual(["tool-input-available"]);
    const stored = (await eventsOf(run.row.sessionId)).flatMap(({ chunks }) => chunks).map(({ type }) => type);
    expect(stored).toEqual(["tool-input-available", "tool-output-available"]);
  });

  test("fail each for itself, in words for the model", async () => {
    const tools = [
      tool("refused", async () => {
        throw new ToolFailure("quota_exceeded", "The folder is full. Delete a file first.");
      }),
      tool("broken", async () => {
        throw new Error("secret detail");
      }),
      tool("never", () => new Promise(() => {}), { timeoutMs: 50 }),
      tool("fine", async () => "fine"),
    ];
    const results = await call(
      tools,
      tools.map(({ name }) => wanted(name)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      { kind: "failed", message: "quota_exceeded: The folder is full. Delete a file first." },
      { kind: "failed", message: expect.stringMatching(/^internal: (?!.*secret)/) },
      { kind: "failed", message: expect.stringMatching(/^timeout: /) },
      { kind: "done", output: "fine" },
    ]);
  });

  test("that may have changed something and did not say so in time are unknown", async () => {
    const never = tool("never", () => new Promise(() => {}), { timeoutMs: 50, hasEffect: true });
    const [result] = await call([never], [wanted("never")]);
    expect(result?.outcome).toEqual({ kind: "failed", message: expect.stringMatching(/^unknown: /) });
  });

  test("end when the answer is stopped: one that heard of it keeps its result, those not begun are not made", async () => {
    let made = 0;
    const polite = tool(
      "write",
      ({ signal }, input) => {
        made++;
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve(`wrote ${(input as { n: number }).n}`));
        });
      },
      { hasEffect: true },
    );
    const calling = call([polite], [wanted("write", 1), wanted("write", 2)]);
    setTimeout(() => run.abort("stopped"), 100);
    await expect(calling).rejects.toThrow();
    expect(made).toBe(1);
    expect(partsNow()).toMatchObject([
      { state: "output-available", output: "wrote 1" },
      { state: "output-error", errorText: expect.stringMatching(/^stopped: .*before/) },
    ]);
  });
});

describe("a run whose process died in the middle of three calls", () => {
  test("keeps what was recorded, says unknown of what may have been done, and makes nothing again", async () => {
    const made: number[] = [];
    const write = tool(
      "memory_write",
      async (_, input) => {
        const { n } = input as { n: number };
        made.push(n);
        // The process "dies" after the second effect, before its record: no result of it is ever written.
        return n === 2 ? await new Promise(() => {}) : n;
      },
      { hasEffect: true },
    );
    void call(
      [write],
      [1, 2, 3].map((n) => wanted("memory_write", n)),
    ).catch(() => {});
    while (made.length < 2) await pause(5);
    await pause(200); // The first result is in the events by now.
    runs().active.delete(run.row.id);
    await (await getDb()).update(chatRuns).set({ owner: uuidv7(), leaseUntil: new Date(0) });
    expect(await recoverRun(run.row)).toBe(false); // Its message was written already: nothing waits for it.
    expect(made).toEqual([1, 2]);
    run.abort("gone");
  });
});
