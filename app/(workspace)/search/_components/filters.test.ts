import { describe, expect, it } from "vitest";
import { isFiltered, NO_FILTERS, searchPath } from "./filters";
import { filtersIn } from "./filters-in";

describe("the address of a search", () => {
  it("is read as it was written", () => {
    const filters = { ...NO_FILTERS, q: "蓝色 & blue", who: "user" as const, from: "2026-03-01" };
    const { searchParams } = new URL(searchPath(filters), "http://localhost");
    expect(filtersIn(Object.fromEntries(searchParams))).toEqual(filters);
  });

  it("of nothing is short", () => {
    expect(searchPath(NO_FILTERS)).toBe("/search");
    expect(filtersIn({})).toEqual(NO_FILTERS);
  });

  it("leaves out what makes no sense", () => {
    const odd = { q: ["a", "b"], agent: "1", session: "../x", who: "root", from: "yesterday", to: "2026-02-30" };
    expect(filtersIn(odd)).toEqual(NO_FILTERS);
    expect(filtersIn({ q: "\ud800x" }).q).toBe("\ufffdx");
  });

  it("counts as filtered by anything but the words", () => {
    expect(isFiltered({ ...NO_FILTERS, q: "x" })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, to: "2026-03-01" })).toBe(true);
  });
});
