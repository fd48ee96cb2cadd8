import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { endsSentence, sentencesIn } from "./sentences";

describe("sentences", () => {
  it.each<[string, string[]]>([
    ["It works. Does it? Yes!", ["It works.", "Does it?", "Yes!"]],
    [
      "Dr. Smith met J. Doe, e.g. at 3.14 Main St. today. Then he left.",
      ["Dr. Smith met J. Doe, e.g. at 3.14 Main St. today.", "Then he left."],
    ],
    ["See https://a.example/b.c?d=1. It is 3.14.", ["See https://a.example/b.c?d=1.", "It is 3.14."]],
    ["我到了。你呢？好！走吧", ["我到了。", "你呢？", "好！", "走吧"]],
    ["「走吧。」他说。版本是3.14，用Node.js。", ["「走吧。」", "他说。", "版本是3.14，用Node.js。"]],
    ['He said "No." Then 他走了。OK. 再见！', ['He said "No."', "Then 他走了。", "OK.", "再见！"]],
    ["- buy milk\n- call Anna\n\n1. First\n2. Second", ["- buy milk", "- call Anna", "1. First", "2. Second"]],
    ["```\nconst a = 1;\n```", ["```", "const a = 1;", "```"]],
    ["  \n\t ", []],
    ["What?! Really…  Yes.", ["What?!", "Really…", "Yes."]],
  ])("of %j", (text, sentences) => {
    expect(sentencesIn(text)).toEqual(sentences);
  });

  it("know what ends one", () => {
    expect(["Yes.", "好。", "「好。」", "Dr.", "e.g.", "no mark", "2."].map(endsSentence)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  const marks = fc.constantFrom(...'aB1.!?…。！？；"”」 \n\u0301\u200d🏽👩🚀我e', "Dr. ", "e.g. ", "3.14", "🇩🇪");
  const texts = fc.oneof(
    fc.array(marks, { maxLength: 60 }).map((parts) => parts.join("")),
    fc.string({ unit: "grapheme" }),
  );

  test.prop([texts])("leave out nothing but blanks, and cut no grapheme", (text) => {
    const edges = new Set<number>([text.length]);
    for (const { index } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) edges.add(index);
    let at = 0;
    for (const sentence of sentencesIn(text)) {
      const start = text.indexOf(sentence, at);
      expect(text.slice(at, start).trim()).toBe("");
      expect(edges.has(start)).toBe(true);
      at = start + sentence.length;
      expect(edges.has(at)).toBe(true);
    }
    expect(text.slice(at).trim()).toBe("");
  });

  test.prop([texts])("of a sentence are itself", (text) => {
    for (const sentence of sentencesIn(text)) expect(sentencesIn(sentence).join("")).toBe(sentence);
  });
});
