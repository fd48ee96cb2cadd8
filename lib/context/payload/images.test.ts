import { expect, test } from "vitest";
import { isSent, payloadRunes } from "@/lib/context/size/measure";
import type { MessageParts } from "@/lib/db/schema/chat";
import { fileUrl } from "@/lib/files/part";
import { BLIND, seenBy } from "./images";
import { shortenParts } from "./shorten";

const id = "0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24";
const file = (kind: "image" | "text", more: object = {}): MessageParts[number] => ({
  ...{
    type: "file",
    mediaType: kind === "image" ? "image/png" : "text/plain",
    filename: `a.${kind}`,
    url: fileUrl(id),
  },
  providerMetadata: { cadau: { file_id: id, kind, bytes: 1, found_runes: 0, text: "", ...more } },
});
const words: MessageParts[number] = { type: "text", text: "look" };

test("a model that sees is given the image, counted by its provider's rule", () => {
  const parts = [words, file("image", { width: 1024, height: 1024 })];
  const seen = seenBy(parts, { vision: true, rule: "openai" }, 4);
  expect(payloadRunes(seen) - payloadRunes([words])).toBe(765 * 4);
});

test("one that does not reads a line, and what is no image stays the very same", () => {
  expect(seenBy([words, file("image")], BLIND, 4)[1]).toEqual({
    type: "text",
    text: "[image: a.image, not shown to this model]",
  });
  const parts = [words, file("text", { text: "words" })];
  expect(seenBy(parts, BLIND, 4)).toBe(parts);
});

test("a file where there is little room keeps head and tail", () => {
  const text = `the head ${"middle ".repeat(2_000)} the tail`;
  const short = shortenParts([words, file("text", { text })], 1_000, 7);
  expect(payloadRunes(short)).toBeLessThanOrEqual(1_000);
  const told = JSON.stringify(short);
  for (const part of ["the head", "the tail", "left out here", "message 7"]) expect(told).toContain(part);
});

test("a file that is none of ours is not sent", () => {
  expect(isSent({ type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" })).toBe(false);
});
