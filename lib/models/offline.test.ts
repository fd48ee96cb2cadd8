import { streamText } from "ai";
import { describe, expect, it } from "vitest";
import type { Spoken } from "./lookup";
import { offlineModel } from "./offline";
import { offlineAnswer } from "./offline-answer";

const talk = (...texts: string[]): Spoken[] =>
  texts.map((text, i) => ({ role: i % 2 === 0 ? "user" : "assistant", text }));

describe("the offline model", () => {
  it("greets, and says what it is and how to get a real one", () => {
    const hello = offlineAnswer(talk("Hello!"));
    expect(hello).toContain("offline model");
    expect(hello).toContain("No AI model is connected");
    expect(hello).toContain("(/settings/models)");
    expect(offlineAnswer(talk("你好"))).toMatch(/^你好！我是 Cadau 内置的离线模型/);
  });

  it("quotes what was said, and by whom", () => {
    const answer = offlineAnswer(talk("The wifi password is tulip42.", "I see.", "What is the wifi password?"));
    expect(answer).toContain("> The wifi password is tulip42.");
    expect(answer).toContain("— you");
  });

  it("quotes nothing that would swallow the rest of its answer", () => {
    const answer = offlineAnswer(talk("```sh\nrestart the tide gauge\n```", "Done.", "How to restart the tide gauge?"));
    expect(answer).toContain("> restart the tide gauge");
    expect(answer).not.toContain("```");
  });

  it("answers in the language of the question", () => {
    expect(offlineAnswer(talk("会议改到周四下午三点。", "好的。", "会议在周几？"))).toMatch(
      /^关于这一点.*> 会议改到周四下午三点。.*— 你/s,
    );
    expect(offlineAnswer(talk("会议改到周四。", "好的。", "What about the elephant?"))).toMatch(/^I found nothing/);
  });

  it("says that it found nothing rather than something else", () => {
    expect(offlineAnswer(talk("I like tea.", "Good.", "How old is the moon?"))).toContain(
      "found nothing about “How old is the moon?”",
    );
    expect(offlineAnswer(talk("What is the capital of France?"))).toContain("nothing in this conversation yet");
  });

  it("explains itself once, and then only answers", () => {
    const first = offlineAnswer(talk("I bought a red bike."));
    expect(first).toContain("offline model");
    expect(offlineAnswer(talk("I bought a red bike.", first, "It has twenty gears."))).not.toContain("offline model");
  });

  it("does not quote itself or an earlier asking of the same", () => {
    const conversation = talk("The key is under the pot.", "Fine.", "Where is the key?");
    const first = offlineAnswer(conversation);
    const again = offlineAnswer([
      ...conversation,
      { role: "assistant", text: first },
      { role: "user", text: "where is the key" },
    ]);
    expect(again).toBe(first);
  });

  it("does not claim to keep what it is asked to forget", () => {
    expect(offlineAnswer(talk("I never fly.", "I see.", "Forget that I never fly"))).toMatch(/^I only look things up/);
    expect(offlineAnswer(talk("我不坐飞机。", "好的。", "请忘掉我不坐飞机"))).toMatch(/^我只负责查找/);
  });

  it("streams its answer in small pieces that join to the whole", async () => {
    const { textStream, finishReason } = streamText({ model: offlineModel({ paceMs: 0 }), prompt: "hello" });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(20);
    expect(pieces.join("")).toBe(offlineAnswer(talk("hello")));
    expect(await finishReason).toBe("stop");
  });

  it("stops at once when it is cut", async () => {
    const cut = new AbortController();
    const { stream } = streamText({ model: offlineModel({ paceMs: 20 }), prompt: "hello", abortSignal: cut.signal });
    const kinds: string[] = [];
    for await (const part of stream) {
      kinds.push(part.type);
      if (part.type === "text-delta") cut.abort();
    }
    expect(kinds.filter((kind) => kind === "text-delta").length).toBeLessThan(3);
    expect(kinds.at(-1)).toBe("abort");
  });
});
