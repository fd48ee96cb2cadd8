import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, foldMapped } from "./fold";
import { parseQuery } from "./query";
import { snippetOf } from "./snippet";
import { tokensOf } from "./tokens";

const line = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        "“",
        "”",
        "「",
        "from:",
        "in:",
        "before:",
        "after:2026-13-45",
        "a'b",
        "&|!<->",
        ":*",
        "词",
        "😀",
        "é",
        "ﬁ",
        " ",
        "x",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("")),
);

test("any line is read, with a bounded number of terms", () => {
  fc.assert(
    fc.property(line, (q) => {
      const query = parseQuery(q, "Asia/Shanghai");
      expect(query.terms.length).toBeLessThanOrEqual(24);
      expect(query.phrases.length).toBeLessThanOrEqual(5);
    }),
  );
});

test("10,000 characters of anything are read soon", () => {
  for (const unit of ['"', "from:", "a.", "中", "😀", "aB", "1,000 ", "x'", "2026-"]) {
    const started = performance.now();
    parseQuery(unit.repeat(10_000), "UTC");
    expect(performance.now() - started, unit).toBeLessThan(1_000);
  }
});

test("folding maps back: every token stands in the text that it came from", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      const { folded, origin } = foldMapped(text);
      expect(folded).toBe(fold(text));
      for (const { start, end } of tokensOf(folded)) {
        expect(origin(start)).toBeLessThanOrEqual(origin(end));
        expect(origin(end)).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

test("a snippet holds no markup but its own", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), (text) => {
      const weights = new Map(tokensOf(fold(text)).map(({ term }) => [term, 1]));
      const html = snippetOf(text, { weights, phrases: [] });
      expect(html.replaceAll("<mark>", "").replaceAll("</mark>", "")).not.toMatch(/[<>"']/);
      expect(html.split("<mark>").length).toBe(html.split("</mark>").length);
    }),
  );
});

test.each([
  ["from:me tea", { terms: ["w:tea"], from: { role: "user" } }],
  ['from:"Anna B" tea', { from: { name: "Anna B" } }],
  ["before:yesterday tea", { terms: ["w:befor", "w:yesterday", "w:tea"].slice(1) }],
  ['unbalanced "tea', { terms: ["w:unbalanc", "w:tea"], phrases: [] }],
  ["before:2026-03 tea", { until: new Date("2026-03-01T00:00:00Z") }],
])("%s", (q, expected) => expect(parseQuery(q, "UTC")).toMatchObject(expected));
