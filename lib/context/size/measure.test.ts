import { describe, expect, test } from "vitest";
import type { MessageParts } from "@/lib/db/schema/chat";
import { countRunes, FILE_RUNES, partRunes, partText, payloadRunes, payloadText } from "./measure";

const image = (bytes: number): MessageParts[number] => ({
  ...{ type: "file", mediaType: "image/png", url: `data:image/png;base64,${"A".repeat((bytes * 4) / 3)}` },
});

describe("a file", () => {
  test("counts by its number and not by its bytes, as providers count it", () => {
    expect(partRunes(image(3_000_000))).toBe(partRunes(image(300)));
    const all = Array.from({ length: 45 }, () => image(3_000));
    expect(all.reduce((sum, part) => sum + partRunes(part), 0)).toBe(45 * FILE_RUNES);
  });

  test("has no text, so that its bytes are never counted as such once files are sent", () => {
    expect(partText(image(3_000_000))).toBe("");
  });

  test("that is not sent to the model weighs nothing, and its bytes are no text", () => {
    const parts: MessageParts = [image(3_000_000), { type: "text", text: "what is this?" }];
    expect(payloadRunes(parts)).toBe(payloadRunes(parts.slice(1)));
    expect(payloadText(parts)).toBe("what is this?");
  });
});

test("a rune is a code point, however many units it takes", () => {
  expect(["", "abc", "历史", "👨‍👩‍👧", "\uD800"].map(countRunes)).toEqual([0, 3, 2, 5, 1]);
});
