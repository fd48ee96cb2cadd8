import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "./node.mjs";
import { failureLines, playwrightResults, single, sum, vitestResults } from "./results.mjs";

const folder = mkdtempSync(join(tmpdir(), "cadau-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = (content) => {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const suite = (status, ...tests) => ({
  name: join(root, "lib/a.test.ts"),
  status,
  message: status === "failed" ? "Cannot find module" : "",
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: `a ${test} test`,
    failureMessages: test === "failed" ? ["Error: \u001b[31mno\u001b[39m\n\n  good\n    at lib/a.ts:1:2"] : [],
    meta: {},
  })),
});

test("passed, failed and skipped tests are counted, the skipped ones named", () => {
  const file = report({
    testResults: [suite("failed", "passed", "failed", "skipped"), suite("passed", "passed", "todo")],
  });
  expect(vitestResults(file, 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    skips: ["a skipped test", "a todo test"],
    failures: [{ name: "lib/a.test.ts: a failed test", message: ["Error: no", "  good"] }],
  });
});

test("a file that failed before its tests is a failure", () => {
  expect(vitestResults(report({ testResults: [suite("failed"), suite("passed", "passed")] }), 1)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [{ name: "lib/a.test.ts", message: ["Cannot find module"] }],
  });
});

test("a test that runs on both engines is named with the one that it failed on", () => {
  const failed = suite("failed", "failed");
  for (const one of failed.assertionResults) one.meta.engine = "postgres";
  expect(vitestResults(report({ testResults: [failed] }), 1).failures).toMatchObject([
    { name: "lib/a.test.ts (postgres): a failed test" },
  ]);
});

test.each([
  ["that ended badly without a failed test", { testResults: [suite("passed", "passed")] }, 1, { passed: 1, failed: 1 }],
  ["that ran nothing", { testResults: [] }, 0, { passed: 0, failed: 1 }],
  ["that skipped everything", { testResults: [suite("passed", "skipped")] }, 0, { skipped: 1, failed: 1 }],
])("a run %s has failed", (_, content, exitCode, counts) => {
  const result = vitestResults(report(content), exitCode);
  expect(result).toMatchObject(counts);
  expect(result.failures).toMatchObject([{ name: "vitest", message: [expect.stringContaining(`code ${exitCode}`)] }]);
});

test("a run that wrote no report has failed", () => {
  const missing = join(folder, "missing.json");
  expect(vitestResults(missing, 137)).toMatchObject({
    failed: 1,
    failures: [{ name: "vitest", message: [expect.stringContaining("137")] }],
  });
  expect(playwrightResults(missing, 1)).toMatchObject({ failed: 1, failures: [{ name: "Playwright" }] });
});

test("Playwright's cases are counted; a flaky one is a failure, a skipped one named with its reason", () => {
  const failing = (status, message) => ({
    status,
    projectName: "pglite",
    annotations: [],
    results: [{ errors: [{ message }] }, { errors: [] }],
  });
  const specs = [
    {
      file: "e2e/a.spec.ts",
      title: "is skipped",
      tests: [{ status: "skipped", annotations: [{ type: "skip", description: "no data here" }] }],
    },
    { file: "e2e/a.spec.ts", title: "passes", tests: [{ status: "expected", annotations: [] }] },
    { file: "e2e/a.spec.ts", title: "fails", tests: [failing("unexpected", "\u001b[2mgone\u001b[22m")] },
    { file: "e2e/a.spec.ts", title: "wavers", tests: [failing("flaky", "late")] },
  ];
  const file = report({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      { title: "e2e/a.spec.ts", specs: [], suites: [{ title: "a page", file: "e2e/a.spec.ts", specs, suites: [] }] },
    ],
  });
  expect(playwrightResults(file, 1)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    skips: ["e2e/a.spec.ts: a page is skipped (no data here)"],
    failures: [
      { name: "e2e/a.spec.ts (pglite): a page fails", message: ["gone"] },
      { name: "e2e/a.spec.ts (pglite): a page wavers", message: ["failed at first, then passed", "late"] },
    ],
  });
});

test("an error of Playwright's outside its tests is told", () => {
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 };
  expect(playwrightResults(report({ stats, suites: [], errors: [{ message: "no server" }] }), 1)).toMatchObject({
    failed: 1,
    failures: [{ name: "Playwright", message: ["no server"] }],
  });
});

test("stages add up, each failed one with its name", () => {
  const failures = [{ name: "Lint", message: ["It ended with code 1."] }];
  expect(sum([single("Types", true), single("Lint", false, "It ended with code 1."), single("Build", true)])).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    skips: [],
    failures,
  });
});

test("the end of the log shows each failed case with the beginning of its message", () => {
  const long = Array.from({ length: 50 }, (_, n) => `line ${n} ${"x".repeat(1_000)}`).join("\n");
  const { failures } = sum([single("Lint", false, "It ended with code 1."), single("Types", false, long)]);
  const lines = failureLines(failures);
  expect(lines.slice(0, 3)).toEqual(["  Lint", "      It ended with code 1.", "  Types"]);
  expect(lines.length).toBeLessThan(15);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400);
});
