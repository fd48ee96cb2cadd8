import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mergePrompt } from "@/lib/context/summary/merge-prompt";
import { type ScriptedProvider, startScriptedProvider } from ".";

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startScriptedProvider();
});
afterAll(() => provider.close());
afterEach(() => {
  provider.script(null);
  provider.requests.length = 0;
});

const ask = (text: string, { stream = false, signal }: { stream?: boolean; signal?: AbortSignal } = {}) =>
  fetch(`${provider.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "scripted-small", stream, messages: [{ role: "user", content: text }] }),
    ...(signal && { signal }),
  });
type Completion = { choices: [{ message: { content: string } }] };
const answerTo = async (text: string) => ((await (await ask(text)).json()) as Completion).choices[0].message.content;
const control = (method: string, path: string, body?: unknown) =>
  fetch(`${provider.url.replace(/\/v1$/, "/control")}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("the scripted provider", () => {
  it("follows the first line of the message that it understands, wherever it stands", async () => {
    expect(await answerTo("Some words before\n#say The tide is high.\nand after")).toBe("The tide is high.");
    expect(await answerTo("# A heading, no command")).toBe("You said: # A heading, no command");
    expect(await answerTo("#unheardof thing")).toBe("You said: #unheardof thing");
  });

  it("joins to the same text as a stream", async () => {
    const events = await (await ask("#say 你好，world  with   spaces", { stream: true })).text();
    const deltas = [...events.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)].map(
      ([, json]) => JSON.parse(json ?? '""') as string,
    );
    expect(deltas.length).toBeGreaterThan(4);
    expect(deltas.join("")).toBe("你好，world  with   spaces");
    expect(events.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("fails as often as it is told, counted for each message by itself", async () => {
    const statuses = async (text: string, times: number) => {
      const seen: number[] = [];
      for (let i = 0; i < times; i++) seen.push((await ask(text)).status);
      return seen;
    };
    expect(await statuses("#flaky 2 503 one", 4)).toEqual([503, 503, 200, 200]);
    expect(await statuses("#flaky 1 429 two", 2)).toEqual([429, 200]);
  });

  it("keeps its pace when a timer is late", async () => {
    const started = performance.now();
    await (await ask("#slow 20x10 50", { stream: true })).text();
    const took = performance.now() - started;
    expect(took).toBeGreaterThanOrEqual(50 + 19 * 10 - 5);
  });

  it("goes on without waiting when it is hurried, and leaves other answers at their pace", async () => {
    const hurry = async (contains: string) => (await control("POST", "/hurry", { contains })).json();
    expect(await hurry("first")).toEqual({ hurried: 0 });
    const leave = new AbortController();
    const first = await ask("#slow 20x60000 60000 first", { stream: true });
    await ask("#slow 20x60000 second", { stream: true, signal: leave.signal });
    expect(await hurry("first")).toEqual({ hurried: 1 });
    expect(await first.text()).toContain("w20");
    expect(provider.requests[1]).toMatchObject({ answeredAt: null, closedByClientAt: null });
    leave.abort();
  });

  it("hangs until its client leaves, and remembers when that was", async () => {
    const leave = new AbortController();
    const asked = ask("#hang", { signal: leave.signal }).catch(() => "left");
    await expect.poll(() => provider.requests).toHaveLength(1);
    leave.abort();
    expect(await asked).toBe("left");
    await expect
      .poll(() => provider.requests[0])
      .toMatchObject({ answeredAt: null, closedByClientAt: expect.any(Number) });
  });

  it("leaves to the vocabulary what a script does not answer", async () => {
    provider.script((_request, timesSeen) => (timesSeen === 1 ? "scripted" : undefined));
    expect(await answerTo("#say from the vocabulary")).toBe("scripted");
    expect(await answerTo("#say from the vocabulary")).toBe("from the vocabulary");
  });

  it("takes rules from other processes, the newest first, as often as they say", async () => {
    await control("POST", "/rules", { contains: "tide", reply: "always" });
    await control("POST", "/rules", { contains: "tide", reply: "once", times: 1 });
    expect([await answerTo("the tide"), await answerTo("the tide"), await answerTo("the moon")]).toEqual([
      "once",
      "always",
      "You said: the moon",
    ]);
    const seen = (await (await control("GET", "/requests?contains=moon")).json()) as unknown[];
    expect(seen).toHaveLength(1);
    await control("DELETE", "/rules");
    expect(await answerTo("the tide")).toBe("You said: the tide");
  });

  it("answers requests for summaries apart, and holds them until they are released", async () => {
    const { instructions, prompt } = mergePrompt(
      {
        summary: "The tide is high.",
        kept: [],
        messages: [
          {
            seq: 1,
            role: "user",
            name: null,
            parts: [{ type: "text", text: "#fail 500 moon" }],
            createdAt: new Date(0),
          },
        ],
        capRunes: 1_000,
        language: "en",
      },
      1_000,
    );
    const summary = async () => {
      const response = await fetch(`${provider.url}/chat/completions`, {
        method: "POST",
        body: JSON.stringify({
          model: "scripted-small",
          messages: [
            { role: "system", content: instructions },
            { role: "user", content: prompt },
          ],
        }),
      });
      return ((await response.json()) as Completion).choices[0].message.content;
    };
    expect(await summary()).toBe("The tide is high.\nuser: #fail 500 moon");
    await control("POST", "/summaries", { contains: "moon", reply: "echo", times: 1 });
    expect(await summary()).toBe("The tide is high.\n#fail 500 moon");

    await control("POST", "/summaries", { contains: "moon", reply: "hold" });
    let released = false;
    const held = summary().finally(() => expect(released).toBe(true));
    await vi.waitFor(() => expect(provider.requests).toHaveLength(3));
    released = true;
    await control("DELETE", "/summaries?contains=moon");
    expect(await held).toContain("The tide");
    expect((await (await control("GET", "/merges?contains=moon")).json()) as unknown[]).toHaveLength(3);
    expect((await (await control("GET", "/requests?contains=moon")).json()) as unknown[]).toHaveLength(0);

    const hold = provider.summariser.hold();
    const waits = summary();
    await vi.waitFor(() => expect(hold.waiting()).toBe(1));
    hold.release();
    expect(await waits).toContain("The tide");
  });
});
