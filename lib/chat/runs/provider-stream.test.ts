import { fc, test } from "@fast-check/vitest";
import type { UIMessageChunk } from "ai";
import { describe, expect } from "vitest";
import { chunksOf, mergeEntries, numbered } from "./chunks";
import { ProviderStream } from "./provider-stream";
import { partsOf } from "./reduce";

function through(chunks: readonly UIMessageChunk[]): UIMessageChunk[] {
  const stream = new ProviderStream();
  return [...chunks.flatMap((chunk) => stream.take(chunk)), ...stream.end()];
}
const delta = (text: string, id = "t"): UIMessageChunk => ({ type: "text-delta", id, delta: text });

describe("a provider's chunks", () => {
  test("a text opens with its first character and gets its place as its id", () => {
    expect(
      through([{ type: "start-step" }, { type: "text-start", id: "msg_1" }, delta("", "msg_1"), delta("Hi", "msg_1")]),
    ).toEqual([
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Hi" },
      { type: "text-end", id: "1" },
    ]);
  });

  test("a pair that was cut in two is put together", () => {
    const [high, low] = ["😀".charAt(0), "😀".charAt(1)];
    expect(partsOf(through([delta(`a${high}`), delta(`${low}b`)]))).toEqual([{ type: "text", text: "a😀b" }]);
  });

  test("what cannot be stored is replaced", () => {
    expect(partsOf(through([delta("a\u0000b"), delta("\udc00c\ud83d")]))).toEqual([
      { type: "text", text: "a\ufffdb\ufffdc\ufffd" },
    ]);
    const tool: UIMessageChunk = {
      type: "tool-input-available",
      toolCallId: "1",
      toolName: "t",
      input: { q: "\u0000" },
    };
    expect(through([tool])).toEqual([{ ...tool, input: { q: "\ufffd" } }]);
  });

  test("text, tool, text, tool, text stay in this order", () => {
    const call = (id: string): UIMessageChunk[] => [
      { type: "tool-input-start", toolCallId: id, toolName: "look" },
      { type: "tool-input-delta", toolCallId: id, inputTextDelta: '{"q":1}' },
      { type: "tool-input-available", toolCallId: id, toolName: "look", input: { q: 1 } },
      { type: "tool-output-available", toolCallId: id, output: "found" },
      { type: "finish-step" },
      { type: "start-step" },
    ];
    const parts = partsOf(
      through([delta("one", "0"), ...call("a"), delta("two", "0"), ...call("b"), delta("three", "0")]),
    );
    expect(parts.filter((part) => part.type !== "step-start")).toMatchObject([
      { type: "text", text: "one" },
      { type: "tool-look", toolCallId: "a", state: "output-available", input: { q: 1 }, output: "found" },
      { type: "text", text: "two" },
      { type: "tool-look", toolCallId: "b", state: "output-available" },
      { type: "text", text: "three" },
    ]);
  });

  test("only reasoning is no answer; calls and a text of blanks are none either", () => {
    const stream = new ProviderStream();
    stream.take({ type: "tool-input-available", toolCallId: "1", toolName: "t", input: {} });
    stream.take({ type: "reasoning-delta", id: "r", delta: "hmm" });
    stream.take(delta(" \n"));
    expect([stream.empty, stream.answered]).toEqual([false, false]);
    stream.take(delta("x"));
    expect(stream.answered).toBe(true);
  });
});

const texts = fc.array(
  fc.record({
    type: fc.constantFrom("text-delta" as const, "reasoning-delta" as const),
    id: fc.constantFrom("a", "b"),
    delta: fc.string({ maxLength: 4, unit: fc.constantFrom("x", "y", "\ud83d", "\ude00", "\u0000", "é") }),
  }),
  { maxLength: 20 },
);

test.prop([texts], { numRuns: 1_000 })(
  "the stream made from a stored message of text and reasoning is, position by position, the one that was sent",
  (chunks) => {
    const sent = through(chunks);
    const { chunks: again, asSent } = chunksOf(partsOf(sent), 1_000);
    expect(asSent).toBe(true);
    expect(mergeEntries(numbered(again, 1), 1_000)).toEqual(mergeEntries(numbered(sent, 1), 1_000));
  },
);

test.prop([texts, fc.nat(10)])("nothing of a text is lost or doubled, however its deltas were cut", (chunks) => {
  const said = chunks.map((chunk) => chunk.delta.length).reduce((a, b) => a + b, 0);
  const kept = partsOf(through(chunks)).reduce((sum, part) => sum + ("text" in part ? part.text.length : 0), 0);
  expect(kept).toBe(said);
});
