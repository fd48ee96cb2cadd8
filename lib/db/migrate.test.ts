import { describe, expect, test } from "vitest";
import { StartupError } from "@/lib/errors";
import { pendingMigrations, readMigrations } from "./migrate";

const migration = (tag: string, hash = `hash of ${tag}`) => ({ tag, hash, statements: [] });
const journal = [migration("0000_first"), migration("0001_second"), migration("0002_third")];
const tags = (applied: { tag: string; hash: string }[]) => pendingMigrations(journal, applied).map(({ tag }) => tag);
const [first, second, third] = journal as [
  ReturnType<typeof migration>,
  ReturnType<typeof migration>,
  ReturnType<typeof migration>,
];

describe("what is still to run", () => {
  test("is what follows the migrations that were applied", () => {
    expect(tags([])).toEqual(["0000_first", "0001_second", "0002_third"]);
    expect(tags([first])).toEqual(["0001_second", "0002_third"]);
    expect(tags([first, second, third])).toEqual([]);
  });

  test.each([
    ["a gap in the middle", [first, third], /number 2 is 0002_third there and 0001_second here/],
    ["a gap at the start", [second], /number 1 is 0001_second there/],
    [
      "an edited migration",
      [first, migration("0001_second", "another")],
      /0001_second there and 0001_second here, with other content/,
    ],
    [
      "a newer version's migration",
      [first, second, third, migration("0003_later")],
      /0003_later, which this version does not know/,
    ],
  ])("is refused with %s", (_, applied, message) => {
    expect(() => tags(applied)).toThrow(StartupError);
    expect(() => tags(applied)).toThrow(message);
  });
});

test("the journal of this version is read in order, each migration with statements", () => {
  const all = readMigrations();
  expect(all.length).toBeGreaterThan(0);
  expect(all.map(({ tag }) => tag)).toEqual(all.map(({ tag }) => tag).toSorted());
  for (const { statements } of all) expect(statements.join("").trim()).not.toBe("");
});
