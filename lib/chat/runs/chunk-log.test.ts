import { fc, test } from "@fast-check/vitest";
import type { UIMessageChunk } from "ai";
import { describe, expect } from "vitest";
import { ChunkLog } from "./chunk-log";
import { entriesAfter, numbered, widthOf, widthOfAll } from "./chunks";

const text = fc.string({ minLength: 1, maxLength: 5, unit: "binary" });
const chunk: fc.Arbitrary<UIMessageChunk> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant("text-delta" as const), id: fc.constantFrom("1", "2"), delta: text }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("reasoning-delta" as const), id: fc.constant("1"), delta: text }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("tool-input-delta" as const),
      toolCallId: fc.constantFrom("a", "b"),
      inputTextDelta: text,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "start-step" as const }) },
);
const chunks = fc.array(chunk, { maxLength: 30 });

/** The stream unit by unit: what any way to cut and merge it must add up to. */
function units(stream: readonly UIMessageChunk[]): string[] {
  return stream.flatMap((one) => {
    if (one.type === "text-delta" || one.type === "reasoning-delta")
      return [...one.delta.split("")].map((c) => `${one.type}${one.id}${c}`);
    if (one.type === "tool-input-delta") return one.inputTextDelta.split("").map((c) => `tool${one.toolCallId}${c}`);
    return [one.type];
  });
}

function logOf(stream: readonly UIMessageChunk[], compactAt: ReadonlySet<number>): ChunkLog {
  const log = new ChunkLog();
  for (const [i, one] of stream.entries()) {
    if (compactAt.has(i)) log.compact();
    log.append(one);
  }
  return log;
}

const compacting = fc.array(fc.nat(30), { maxLength: 6 }).map((list) => new Set(list));

describe("a run's stream in memory", () => {
  test.prop([chunks, compacting, fc.nat(120)])(
    "gives from any position exactly the rest",
    (stream, compactAt, position) => {
      const log = logOf(stream, compactAt);
      const rest = units(stream).slice(position);
      expect(units(log.read(position).map((entry) => entry.chunk))).toEqual(rest);
      expect(log.end).toBe(units(stream).length);
    },
  );

  test.prop([chunks, compacting, fc.nat(120)])("numbers what it gives without a gap", (stream, compactAt, position) => {
    const log = logOf(stream, compactAt);
    let at = Math.min(position, log.end);
    for (const entry of log.read(position)) {
      at += widthOf(entry.chunk);
      expect(entry.n).toBe(at);
    }
    expect(at).toBe(log.end);
  });

  test.prop([chunks, compacting])("never has two deltas of one text in a row after merging", (stream, compactAt) => {
    const merged = logOf(stream, compactAt).chunks();
    for (const [i, one] of merged.entries()) {
      const next = merged[i + 1];
      const same = one.type === "text-delta" && next?.type === "text-delta" && one.id === next.id;
      expect(same).toBe(false);
    }
    expect(units(merged)).toEqual(units(stream));
  });

  test("gives a follower who keeps up each chunk as the same object", () => {
    const log = new ChunkLog();
    const first = { type: "text-delta" as const, id: "1", delta: "a" };
    log.append(first);
    expect(log.read(0)[0]).toBe(log.read(0)[0]);
    log.append({ type: "text-delta", id: "1", delta: "bc" });
    expect(log.read(1)).toEqual([{ n: 3, chunk: { type: "text-delta", id: "1", delta: "bc" } }]);
  });

  test("hands out a very long stream in bounded reads of bounded pieces", () => {
    const log = new ChunkLog();
    const piece = "x".repeat(1_000);
    for (let i = 0; i < 2_000; i++) log.append({ type: "text-delta", id: "1", delta: piece });
    log.compact();
    let position = 0;
    let reads = 0;
    while (position < log.end) {
      const entries = log.read(position);
      expect(entries.every((entry) => widthOf(entry.chunk) <= 65_536)).toBe(true);
      position = entries.at(-1)?.n ?? log.end;
      reads++;
    }
    expect(position).toBe(2_000_000);
    expect(reads).toBeLessThan(12);
  });
});

test.prop([chunks, fc.nat(120)])("stored batches are cut at a position in the same way", (stream, position) => {
  const entries = numbered(stream, 0);
  expect(entries.at(-1)?.n ?? 0).toBe(widthOfAll(stream));
  expect(units(entriesAfter(entries, position).map((entry) => entry.chunk))).toEqual(units(stream).slice(position));
});
