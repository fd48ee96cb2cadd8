import { describe, expect, test } from "vitest";
import { keptLines } from "./kept";

const BEFORE = "The boat is called Heron.\nAnna pays the berths.\nThey sail on Friday.";

describe("the lines that a person answers for", () => {
  test("are those that they added or changed", () => {
    const after = "The boat is called Marlin.\nAnna pays the berths.\nThey sail on Friday.\nMax is allergic to nuts.";
    expect(keptLines(BEFORE, after, [], 2_000)).toEqual(["The boat is called Marlin.", "Max is allergic to nuts."]);
  });

  test("stay theirs after another edit, until they take them out", () => {
    const kept = ["The boat is called Marlin."];
    const before = `${kept[0]}\n${BEFORE}`;
    expect(keptLines(before, `${before}\nNo meat.`, kept, 2_000)).toEqual([...kept, "No meat."]);
    expect(keptLines(before, BEFORE, kept, 2_000)).toEqual([]);
  });

  test("are not those that only became a list, a heading or were moved", () => {
    const after = BEFORE.split("\n")
      .reverse()
      .map((line, i) => `${["-", "##", "3."][i]}  ${line}`)
      .join("\n");
    expect(keptLines(BEFORE, after, [], 2_000)).toEqual([]);
  });

  test("never take the room of what comes later", () => {
    const after = Array.from({ length: 100 }, (_, i) => `Fact ${i} of many that a person pasted.`).join("\n");
    const kept = keptLines(BEFORE, after, [], 1_000);
    expect(kept[0]).toBe("Fact 0 of many that a person pasted.");
    expect(kept.join("\n").length).toBeLessThanOrEqual(500);
    expect(kept.join("\n").length).toBeGreaterThan(400);
  });
});
