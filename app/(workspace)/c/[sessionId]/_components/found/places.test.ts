import { expect, it } from "vitest";
import { placesIn } from "./places";

const marked = (text: string, q: string) => placesIn(text, q).map(({ start, end }) => text.slice(start, end));

it("marks words in any form, and none of the filters", () => {
  expect(marked("Two blue boats, and a boat.", "boat from:me in:Lisbon after:2026-01-01")).toEqual(["boats", "boat"]);
});

it("marks Chinese without spaces, in either script", () => {
  expect(marked("我们决定租那条蓝色的船。", "蓝色")).toEqual(["蓝色"]);
  expect(marked("我們決定租那條藍色的船。", "蓝色")).toEqual(["藍色"]);
});

it("marks a phrase as a whole", () => {
  expect(marked("the blue boat", '"blue boat"')).toEqual(["blue boat"]);
});

it("marks nothing for what has no words", () => {
  for (const q of ["", "…", "the", "from:me"]) expect(marked("the blue boat", q)).toEqual([]);
});
