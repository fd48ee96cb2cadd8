import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Environment } from "@/lib/config";
import { configurationDocs } from "./configuration-docs";

test("docs/configuration.md is what `npm run docs` writes", () => {
  expect(readFileSync("docs/configuration.md", "utf8")).toBe(configurationDocs());
});

test("every variable has a meaning", () => {
  for (const [name, schema] of Object.entries(Environment.shape)) {
    expect(schema.description ?? schema.meta()?.description, name).toBeTruthy();
  }
});
