import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import { cutGraphemes, storableJson, storableText } from "./text";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const loneSurrogates = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
const graphemesOf = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

describe("storableText", () => {
  test.prop([fc.oneof(anyText, loneSurrogates)])("is well-formed, without NUL, and of the same length", (text) => {
    const stored = storableText(text);
    expect(stored.isWellFormed() && !stored.includes("\0")).toBe(true);
    expect(stored.length).toBe(text.length);
    if (text.isWellFormed() && !text.includes("\0")) expect(stored).toBe(text);
  });

  test("reaches every string of a JSON value, keys too", () => {
    expect(storableJson({ "a\0": ["\ud800", { b: "x\0y", n: 1, none: null }] })).toEqual({
      "a\uFFFD": ["\uFFFD", { b: "x\uFFFDy", n: 1, none: null }],
    });
  });
});

describe("cutGraphemes", () => {
  test.prop([fc.string({ unit: "grapheme-composite", maxLength: 40 }), fc.integer({ min: 1, max: 20 })], {
    numRuns: 500,
  })("keeps the most whole graphemes that fit", (text, max) => {
    const cut = cutGraphemes(text, max);
    const all = graphemesOf(text);
    const fitting = all.map((_, i) => all.slice(0, i + 1).join("")).filter((head) => countRunes(head) <= max);
    if (text === "" || fitting.length > 0) expect(cut).toBe(fitting.at(-1) ?? "");
    else expect(Array.from(cut)).toEqual(Array.from(text).slice(0, max));
  });

  test("a family joined by joiners stays whole or is left out", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(cutGraphemes(`ab${family}`, 8)).toBe("ab");
    expect(cutGraphemes(`ab${family}`, 9)).toBe(`ab${family}`);
  });

  test("the length of the text does not matter", () => {
    const text = "字".repeat(5_000_000);
    expect(cutGraphemes(text, 160)).toBe("字".repeat(160));
    // Against a text 25,000 times as short, at the best of ten: a busy machine slows both.
    const quickest = (given: string) =>
      Math.min(
        ...Array.from({ length: 10 }, () => {
          const started = performance.now();
          for (let i = 0; i < 10; i++) cutGraphemes(given, 160);
          return performance.now() - started;
        }),
      );
    quickest(text);
    expect(quickest(text)).toBeLessThan(50 * quickest(text.slice(0, 200)));
  });
});
