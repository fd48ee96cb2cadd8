import { fc, test } from "@fast-check/vitest";
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { describe, expect } from "vitest";
import { applyChunk, emptyDraft, finishedParts, partsOf } from "./reduce";

const reduce = (chunks: UIMessageChunk[]) => chunks.reduce(applyChunk, emptyDraft);

describe("a message from its chunks", () => {
  test("`start` begins anew, so a stream that is sent again replaces what was there", () => {
    const once: UIMessageChunk[] = [
      { type: "start", messageId: "m", messageMetadata: { run_id: "r" } },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Hello" },
    ];
    expect(reduce([...once, ...once]).parts).toEqual([{ type: "text", text: "Hello", state: "streaming" }]);
    expect(reduce([...once, ...once]).metadata).toEqual({ run_id: "r" });
  });

  test("parts that did not change stay the same object", () => {
    const before = reduce([
      { type: "reasoning-start", id: "1" },
      { type: "reasoning-delta", id: "1", delta: "…" },
      { type: "reasoning-end", id: "1" },
      { type: "text-start", id: "2" },
    ]);
    const after = applyChunk(before, { type: "text-delta", id: "2", delta: "x" });
    expect(after.parts[0]).toBe(before.parts[0]);
    expect(before.parts[1]).toMatchObject({ text: "" });
  });

  test("an end says how: aborted, finished, and an error's words", () => {
    expect(reduce([{ type: "abort" }, { type: "finish", messageMetadata: { status: "interrupted" } }])).toMatchObject({
      state: "aborted",
      metadata: { status: "interrupted" },
    });
    expect(reduce([{ type: "error", errorText: "no" }, { type: "finish" }])).toMatchObject({
      state: "finished",
      errorText: "no",
    });
  });

  test("data with an id is replaced, without one added, and transient data leaves no trace", () => {
    const parts = reduce([
      { type: "data-progress", id: "p", data: 1 },
      { type: "data-progress", id: "p", data: 2 },
      { type: "data-note", data: "a" },
      { type: "data-note", data: "b" },
      { type: "data-flash", data: "x", transient: true },
    ]).parts;
    expect(parts).toEqual([
      { type: "data-progress", id: "p", data: 2 },
      { type: "data-note", data: "a" },
      { type: "data-note", data: "b" },
    ]);
  });

  test("stored parts have no empty texts and nothing that says it is streaming", () => {
    const draft = reduce([
      { type: "text-start", id: "1" },
      { type: "text-start", id: "2" },
      { type: "text-delta", id: "2", delta: "x" },
      { type: "start-step" },
    ]);
    expect(finishedParts(draft)).toEqual([{ type: "text", text: "x" }]);
  });
});

const anything = fc.record(
  {
    type: fc.constantFrom(
      ...["start", "finish", "abort", "error", "text-start", "text-delta", "text-end", "reasoning-delta", "start-step"],
      ...[
        "reset-step",
        "finish-step",
        "tool-input-start",
        "tool-input-delta",
        "tool-input-available",
        "tool-output-error",
      ],
      ...["tool-output-available", "tool-approval-request", "data-x", "file", "message-metadata", "something-new"],
    ),
    id: fc.constantFrom("1", "__proto__", "constructor"),
    delta: fc.string(),
    toolCallId: fc.constantFrom("a", "__proto__"),
    toolName: fc.string(),
    inputTextDelta: fc.string(),
    messageMetadata: fc.anything(),
    data: fc.anything(),
    output: fc.anything(),
  },
  { requiredKeys: ["type"] },
);

// Built from parts of any shape on purpose: this is what an unexpected provider or a newer server may send.
test.prop([fc.array(anything, { maxLength: 15 })])("odd chunks never throw", (chunks) => {
  expect(() => partsOf(chunks as UIMessageChunk[])).not.toThrow();
});

test.prop([
  fc.array(
    fc.tuple(
      fc.constantFrom("text", "reasoning"),
      fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
    ),
    { maxLength: 5 },
  ),
])("texts come out as the AI SDK's own reader builds them", async (texts) => {
  const chunks: UIMessageChunk[] = texts.flatMap(([kind, deltas], i) => [
    { type: `${kind}-start`, id: `${i}` } as UIMessageChunk,
    ...deltas.map((delta) => ({ type: `${kind}-delta`, id: `${i}`, delta }) as UIMessageChunk),
    { type: `${kind}-end`, id: `${i}` } as UIMessageChunk,
  ]);
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of [{ type: "start", messageId: "m" } as const, ...chunks]) controller.enqueue(chunk);
      controller.close();
    },
  });
  let theirs: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream })) theirs = message;
  const shown = (parts: UIMessage["parts"] = []) =>
    parts.map((part) => ("text" in part ? [part.type, part.text] : [part.type]));
  expect(shown(reduce(chunks).parts)).toEqual(shown(theirs?.parts));
});
