import { fc, test } from "@fast-check/vitest";
import { v4 as uuidv4, v7 as uuidv7, validate, version } from "uuid";
import { describe, expect } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import { hashOf, sessionIdOf, titleFrom } from "./request";

describe("a title from a first message", () => {
  test("is its first sentence, without the marks of Markdown and without a full stop", () => {
    expect(titleFrom("What is a tide? I never knew.")).toBe("What is a tide?");
    expect(titleFrom("  # Plan\nfirst this")).toBe("Plan");
    expect(titleFrom("Use version 1.2 of it. Thanks.")).toBe("Use version 1.2 of it");
    expect(titleFrom("潮汐是什么？我不知道。")).toBe("潮汐是什么？");
  });
  test.each([
    ["Hello! How do tides work?", "How do tides work?"],
    ["Hi there, can you explain tides? Thanks", "Can you explain tides?"],
    ["Dear Ms. O'Neill,\nplease look at the plan. It is new.", "Please look at the plan"],
    ["Good morning\n\nI need a table.", "I need a table"],
    ["你好！潮汐是怎么形成的？谢谢", "潮汐是怎么形成的？"],
    ["你好，请帮我写一首诗。", "请帮我写一首诗"],
    ["您好，在吗？我想学 Rust。", "我想学 Rust"],
    ["Hello!", "Hello!"],
    ["你好", "你好"],
    ["Hey Jude is a song. By whom?", "Hey Jude is a song"],
    ["你好吗是什么意思？", "你好吗是什么意思？"],
  ])("begins after a greeting: %j", (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });
  test.each([
    ["AI. What is it good for? Tell me.", "AI. What is it good for?"],
    ["急。明天要交的报告怎么写？", "急。明天要交的报告怎么写？"],
    ["Why? I want to know.", "Why?"],
    ["Rust", "Rust"],
  ])("goes on where the first sentence says too little: %j", (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });
  test.prop([fc.string({ unit: "grapheme", maxLength: 300 })])(
    "is short, on one line, and never half a character",
    (text) => {
      const title = titleFrom(text);
      expect(countRunes(title)).toBeLessThanOrEqual(61);
      expect(title).not.toMatch(/\n/);
      expect(title.isWellFormed()).toBe(true);
    },
  );
});

test("the same first message of the same person names the same conversation, and no other does", () => {
  const [person, other] = [uuidv7(), uuidv7()];
  for (const message of [uuidv7(), uuidv4()]) {
    const id = sessionIdOf(person, message);
    expect(validate(id)).toBe(true);
    expect(sessionIdOf(person, message)).toBe(id);
    expect(sessionIdOf(other, message)).not.toBe(id);
  }
  const message = uuidv7();
  expect(version(sessionIdOf(person, message))).toBe(7);
  expect(sessionIdOf(person, message).slice(0, 13)).toBe(message.slice(0, 13));
});

test("a message is the same when its texts are, part by part", () => {
  const part = (text: string) => ({ type: "text" as const, text });
  expect(hashOf([part("a"), part("b")], [])).toBe(hashOf([part("a"), part("b")], []));
  expect(hashOf([part("a"), part("b")], [])).not.toBe(hashOf([part("ab")], []));
  expect(hashOf([part("a")], ["b"])).not.toBe(hashOf([part("a"), part("b")], []));
  expect(hashOf([part("a")], ["b"])).not.toBe(hashOf([part("a")], []));
});
