import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Part } from "../message/message-text";
import { blocksOf } from "./group-parts";

const text = (words: string): Part => ({ type: "text", text: words });
const thought: Part = { type: "reasoning", text: "hm" };
const step: Part = { type: "step-start" };
const call: Part = { type: "tool-file_list", toolCallId: "1", state: "input-available", input: {} };

describe("the blocks of an answer", () => {
  it("put calls of several steps together, and words apart", () => {
    const blocks = blocksOf([text("First"), call, step, thought, call, text("Then"), call]);
    expect(blocks.map(({ kind, at }) => [kind, at])).toEqual([
      ["part", 0],
      ["calls", 1],
      ["part", 5],
      ["calls", 6],
    ]);
  });

  const parts = fc.array(fc.constantFrom(text("a"), text(""), thought, step, call), { maxLength: 30 });
  test.prop([parts])("keep their places while the answer grows, and lose nothing", (all) => {
    const blocks = blocksOf(all);
    const shown = blocks.flatMap((block) => (block.kind === "calls" ? block.parts : [block.part]));
    expect(shown).toEqual(all.filter((part) => part !== step));
    const before = blocksOf(all.slice(0, -1)).map(({ kind, at }) => `${kind} ${at}`);
    expect(blocks.slice(0, before.length).map(({ kind, at }) => `${kind} ${at}`)).toEqual(before);
  });
});
