import { expect, test } from "vitest";
import { StartupError } from "@/lib/errors";
import { parseConfig } from ".";

function problemsOf(env: Record<string, string>, file?: unknown): string {
  try {
    parseConfig(env, file);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  throw new Error("it was taken");
}

test("nothing at all is a configuration, and what is empty counts as not set", () => {
  expect(parseConfig({ MODEL_RETRIES: "" }, undefined)).toEqual(parseConfig({}, undefined));
});

test.each([
  "PORT",
  "DATABASE_POOL",
  "MODEL_RETRIES",
  "RUN_LEASE_MS",
  "MAX_BODY_BYTES",
  "CHAT_CONTEXT_OUTPUT_RESERVE_TOKENS",
])("%s that is no number is named, with what was given and what to do", (name) => {
  for (const given of ["ten", "10 s", "1.5", "NaN"]) {
    const problems = problemsOf({ [name]: given });
    expect(problems).toContain(`${name}: "${given}" is not a whole number. Write it in digits alone, or remove`);
    expect(problems).not.toContain("received NaN");
  }
});

test("a number out of range is told with the bound", () => {
  expect(problemsOf({ PORT: "70000" })).toContain("PORT: 70000 is out of range. Give at most 65535, or remove");
  expect(problemsOf({ DATABASE_POOL: "1" })).toContain("DATABASE_POOL: 1 is out of range. Give at least 2, or remove");
});

test("a silence that the connection to a model would not wait for is not promised", () => {
  expect(parseConfig({ MODEL_FIRST_CHUNK_MS: "300000", MODEL_STALL_MS: "300000" }, undefined)).toBeTruthy();
  for (const name of ["MODEL_FIRST_CHUNK_MS", "MODEL_STALL_MS"])
    expect(problemsOf({ [name]: "600000" })).toContain(`${name}: 600000 is out of range. Give at most 300000`);
});

test("every problem is told at once, and no value that may be a secret", () => {
  const problems = problemsOf({ PORT: "x", CADAU_SECRET: "too short", DATABASE_URL: "mysql://ada:hunter2@localhost" });
  for (const name of ["PORT", "CADAU_SECRET", "DATABASE_URL"]) expect(problems).toContain(`${name}: `);
  expect(problems).not.toMatch(/too short|hunter2/);
});

test("messages that are always given word by word are all read", () => {
  const env = { CHAT_CONTEXT_HISTORY_ROWS: "20", CHAT_CONTEXT_MIN_VERBATIM: "20" };
  expect(problemsOf(env)).toContain("CHAT_CONTEXT_MIN_VERBATIM: ");
  expect(parseConfig({ ...env, CHAT_CONTEXT_MIN_VERBATIM: "19" }, undefined)).toBeTruthy();
});

test("a wrong key of cadau.json is named by its place", () => {
  expect(problemsOf({}, { chat_context: { output_reserve_tokens: "many" } })).toContain(
    "cadau.json chat_context.output_reserve_tokens: ",
  );
});
