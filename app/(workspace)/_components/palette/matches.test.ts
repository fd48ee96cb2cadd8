import { expect, it } from "vitest";
import { matches } from "./matches";

it("words match by their beginnings, in any order", () => {
  expect(matches("Appearance: Dark", "da app")).toBe(true);
  expect(matches("Appearance: Dark", "ark")).toBe(false);
  expect(matches("Réglages", "regl")).toBe(true);
});

it("Chinese matches anywhere", () => {
  expect(matches("归档此对话", "对话")).toBe(true);
  expect(matches("归档此对话", "删除")).toBe(false);
});

it("nothing typed matches all, and signs alone too", () => {
  expect(matches("Sign out", "")).toBe(true);
  expect(matches("Sign out", "…")).toBe(true);
});
