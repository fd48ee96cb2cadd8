import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { decodeText } from "./decode";

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const written = fc
  .array(fc.constantFrom("a", "é", "世", "界", "\n", "🛶", " ", "0"), { minLength: 1 })
  .map((all) => all.join(""));

test.prop([written])("a text in UTF-8 or, with its mark, in UTF-16 comes out as it was", (text) => {
  expect(decodeText(bytes(text, "utf8"))).toBe(text);
  expect(decodeText(bytes(`\uFEFF${text}`, "utf16le"))).toBe(text);
});

test.prop([fc.uint8Array({ maxLength: 300 })])("any bytes are a text or are not, without a fault", (any) => {
  const text = decodeText(any);
  if (text !== null) expect(text).not.toContain("\0");
});

test("UTF-16 without a mark is told by its zeros, and an odd number of bytes with some is no text", () => {
  expect(decodeText(bytes("plain words", "utf16le"))).toBe("plain words");
  expect(decodeText(bytes("plain words", "utf16le").slice(0, -1))).toBeNull();
});
