import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { countRunes, payloadRunes } from "@/lib/context/size/measure";
import type { MessageParts } from "@/lib/db/schema/chat";
import { headAndTail } from "@/lib/text";
import { commonCap, shortenParts } from "./shorten";

const text = fc.string({ unit: "grapheme", maxLength: 400 });
const part: fc.Arbitrary<MessageParts[number]> = fc.oneof(
  text.map((value) => ({ type: "text" as const, text: value })),
  fc.tuple(fc.nat(999), text).map(([n, output]) => ({
    type: "dynamic-tool" as const,
    toolName: "look_up",
    toolCallId: `call-${n}`,
    state: "output-available" as const,
    input: { q: n },
    output,
  })),
);

describe("the common cap", () => {
  test.prop([fc.array(fc.nat(50), { maxLength: 12 }), fc.nat(300)], { numRuns: 2_000 })(
    "is the highest at which all sizes fit together",
    (sizes, room) => {
      const filled = (cap: number) => sizes.reduce((sum, size) => sum + Math.min(size, cap), 0);
      const cap = commonCap(sizes, room);
      expect(filled(cap)).toBeLessThanOrEqual(room);
      if (Number.isFinite(cap)) expect(filled(cap + 1)).toBeGreaterThan(room);
    },
  );
});

describe("what is too long for the payload", () => {
  test.prop([fc.array(part, { maxLength: 6 }), fc.integer({ min: 150, max: 2_000 }), fc.boolean()], { numRuns: 1_000 })(
    "keeps within its room, and every call has its result",
    (parts, room, canRead) => {
      const shown = shortenParts(parts, room, 41, { canRead });
      expect(payloadRunes(shown)).toBeLessThanOrEqual(room);
      if (payloadRunes(parts) <= room) expect(shown).toEqual(parts);
      else expect(payloadRunes(shown)).toBeGreaterThan(0);
      for (const one of shown) if ("toolCallId" in one) expect(one).toHaveProperty("output");
    },
  );

  it("keeps head and tail, and says where the whole is", () => {
    const long = `The beginning. ${"x".repeat(5_000)} The end.`;
    const shown = headAndTail(long, 500, "message 41 of this conversation has the whole");
    expect(shown).toMatch(/^The beginning\./);
    expect(shown).toMatch(/The end\.$/);
    expect(shown).toContain("message 41 of this conversation has the whole");
    expect(countRunes(shown)).toBeLessThanOrEqual(500);
  });

  it("names the tool that reads it where the model has that", () => {
    const long: MessageParts = [{ type: "text", text: "x".repeat(5_000) }];
    expect(JSON.stringify(shortenParts(long, 500, 41, { canRead: true }))).toContain(
      "message 41 of this conversation has the whole, conversation_get with seq 41 reads it",
    );
    expect(JSON.stringify(shortenParts(long, 500, 41))).not.toContain("conversation_get");
  });

  it("is never cut inside a grapheme", () => {
    const family = "👨‍👩‍👧‍👦";
    const shown = headAndTail(family.repeat(400), 700, "message 1 has the whole");
    expect(shown.replaceAll(family, "")).toMatch(
      /^\n\[… about \d+ characters left out here; message 1 has the whole …\]\n$/,
    );
  });

  it("drops steps in the middle when their calls alone are too many", () => {
    const steps = Array.from({ length: 60 }, (_, n): MessageParts[number] => ({
      type: "dynamic-tool",
      toolName: "look_up",
      toolCallId: `call-${n}`,
      state: "output-available",
      input: { q: "a question of some length" },
      output: `answer ${n}`,
    }));
    const shown = shortenParts(steps, 1_000, 3);
    expect(payloadRunes(shown)).toBeLessThanOrEqual(1_000);
    expect(JSON.stringify(shown)).toContain("answer 59");
    expect(JSON.stringify(shown)).toContain("steps left out here");
  });
});
