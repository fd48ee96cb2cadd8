import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { repairTail } from "./repair";

describe("the end of a growing text", () => {
  test.each([
    ["an **important", "an **important**"],
    ["an *important", "an *important*"],
    ["an **important *thing", "an **important *thing***"],
    ["an ~~old", "an ~~old~~"],
    ["run `npm i", "run `npm i`"],
    ["closed **bold** and *it*", "closed **bold** and *it*"],
    ["3 * 4 is", "3 * 4 is"],
    ["snake_case_name", "snake_case_name"],
    ["**这是「重点", "**这是「重点**"],
    ["see [the li", "see the li"],
    ["see [the list](https://exa", "see the list"],
    ["see ![a picture](https://exa", "see "],
    ["costs $5", "costs $5"],
    ["$$x^2", "$$x^2$$"],
    ["bold to be **", "bold to be "],
  ])("%j shows as %j", (text, shown) => {
    expect(repairTail(text)).toBe(shown);
  });

  test("is not a heading for the moment between the dash and what follows it", () => {
    expect(repairTail("The steps:\n-")).toBe("The steps:");
    expect(repairTail("The steps:\n- one")).toBe("The steps:\n- one");
  });

  test("holds a table back until it is one", () => {
    expect(repairTail("| Day | Runs |")).toBe("");
    expect(repairTail("| Day | Runs |\n| --")).toBe("");
    expect(repairTail("| Day | Runs |\n| --- | --- |\n| Mon")).toBe("| Day | Runs |\n| --- | --- |\n| Mon");
  });

  test("leaves code alone", () => {
    expect(repairTail("```ts\nconst a = **b")).toBe("```ts\nconst a = **b");
  });
});

test("never throws and never adds more than closing marks", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("*", "_", "`", "~", "$", "[", "]", "(", ")", "|", "-", "\n", " ", "a", "字"), {
        maxLength: 60,
      }),
      (signs) => {
        const text = signs.join("");
        expect(repairTail(text).length).toBeLessThanOrEqual(text.length + 60);
      },
    ),
    { numRuns: 2_000 },
  );
});
