import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import { passagesOf } from "./passages";

const words = fc.array(fc.constantFrom("harbour", "lamp.", "boathouse", "港口。", "\n\n", "🛶", "x".repeat(900)), {
  maxLength: 400,
});

test.prop([words])("passages hold all of a text, in its order, and none is long", (given) => {
  const text = given.join(" ").trim();
  const passages = passagesOf(text);
  for (const passage of passages) expect(countRunes(passage)).toBeLessThanOrEqual(920);
  let rest = text;
  for (const passage of passages) {
    // Each is the end of the one before and a piece of the text that goes on where that ended.
    let overlap = 0;
    while (!rest.startsWith(passage.slice(overlap)) && overlap < passage.length) overlap++;
    expect(overlap).toBeLessThan(passage.length);
    rest = rest.slice(passage.length - overlap);
  }
  expect(rest.trim()).toBe("");
});

test("a passage ends with a paragraph where it can", () => {
  const paragraph = `${"It was a long day at the harbour. ".repeat(20).trim()}`;
  const [first] = passagesOf(`${paragraph}\n\n${paragraph}\n\n${paragraph}`);
  expect(first?.trim()).toBe(paragraph);
});
