import { expect, test } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import { ToolFailure } from "@/lib/tools/tool";
import { MOST_RUNES, outputOf } from "./content";

test("texts are joined, everything else is named with its kind and size", () => {
  const output = outputOf({
    content: [
      { type: "text", text: "One." },
      { type: "image", data: Buffer.alloc(1_234).toString("base64"), mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "inside" } },
      { type: "resource", resource: { uri: "file:///b.gz", mimeType: "application/gzip", blob: "AAAA" } },
      { type: "resource_link", uri: "https://example.org/c", name: "c", mimeType: "text/html" },
      { type: "hologram" },
      7,
    ],
  });
  expect(output).toBe(
    [
      "One.",
      "[image image/png, 1234 bytes]",
      "[resource file:///a.txt, text/plain]\ninside",
      "[resource file:///b.gz, application/gzip, 3 bytes]",
      "[resource_link c, https://example.org/c, text/html]",
      "[hologram without a name]",
      "[something that cannot be read]",
    ].join("\n\n"),
  );
});

test("structured content is kept, once", () => {
  const structuredContent = { degrees: 21 };
  expect(outputOf({ content: [{ type: "text", text: '{ "degrees": 21 }' }], structuredContent })).toEqual(
    structuredContent,
  );
  expect(outputOf({ structuredContent })).toEqual(structuredContent);
  expect(outputOf({ content: [{ type: "text", text: "Warm." }], structuredContent })).toEqual({
    text: "Warm.",
    structured: structuredContent,
  });
});

test("an answer that says it is an error is a failure with the server's words", () => {
  const fail = () => outputOf({ content: [{ type: "text", text: "No such city." }], isError: true });
  expect(fail).toThrow(ToolFailure);
  expect(fail).toThrow("No such city.");
  expect(() => outputOf({ content: [], isError: true })).toThrow("It failed without a word.");
});

test("a huge answer is cut, and says so", () => {
  const output = String(outputOf({ content: [{ type: "text", text: "字".repeat(3_000_000) }] }));
  expect(countRunes(output)).toBeLessThan(MOST_RUNES + 200);
  expect(output).toContain("3000000 characters long; only the first 1000000");
  const structured = outputOf({ structuredContent: { all: "x".repeat(3_000_000) } });
  expect(structured).toEqual(expect.stringContaining("only the first 1000000"));
});

test("what no database can keep is replaced, also in structured content and its keys", () => {
  expect(outputOf({ content: [{ type: "text", text: "a\u0000b\uD800" }] })).toBe("a\uFFFDb\uFFFD");
  expect(outputOf({ structuredContent: { "k\u0000": ["\uD800"] } })).toEqual({ "k\uFFFD": ["\uFFFD"] });
});

test("an answer as deep as can be read is one that can be written", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 3_000; i++) deep = [deep];
  expect(JSON.stringify(outputOf({ structuredContent: deep }))).toContain("…");
});

test.each([undefined, null, 7, "text", []])("an answer that is none at all is a failure: %j", (answer) => {
  expect(() => outputOf(answer)).toThrow(ToolFailure);
});
