import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightResults, single, sum, vitestResults } from "./results.mjs";

const folder = mkdtempSync(join(tmpdir(), "cadau-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = (content) => {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const suite = (status, ...tests) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test, fullName: `a ${test} test` })),
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
  });
});

test("a file that failed before its tests is a failure", () => {
  expect(vitestResults(report({ testResults: [suite("failed"), suite("passed", "passed")] }), 1)).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test.each([
  ["that ended badly without a failed test", { testResults: [suite("passed", "passed")] }, 1, { passed: 1, failed: 1 }],
  ["that ran nothing", { testResults: [] }, 0, { passed: 0, failed: 1 }],
  ["that skipped everything", { testResults: [suite("passed", "skipped")] }, 0, { skipped: 1, failed: 1 }],
])("a run %s has failed", (_, content, exitCode, counts) => {
  expect(vitestResults(report(content), exitCode)).toMatchObject(counts);
});

test("a run that wrote no report has failed", () => {
  expect(vitestResults(join(folder, "missing.json"), 0)).toMatchObject({ failed: 1 });
  expect(playwrightResults(join(folder, "missing.json"), 0)).toMatchObject({ failed: 1 });
});

test("Playwright's cases are counted; a flaky one is a failure, a skipped one named with its reason", () => {
  const specs = [
    {
      file: "e2e/a.spec.ts",
      title: "is skipped",
      tests: [{ status: "skipped", annotations: [{ type: "skip", description: "no data here" }] }],
    },
    { file: "e2e/a.spec.ts", title: "passes", tests: [{ status: "expected", annotations: [] }] },
  ];
  const file = report({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [{ specs: [], suites: [{ specs }] }],
  });
  expect(playwrightResults(file, 1)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    skips: ["e2e/a.spec.ts: is skipped (no data here)"],
  });
});

test("stages add up", () => {
  expect(sum([single(true), single(false), single(true)])).toEqual({ passed: 2, failed: 1, skipped: 0, skips: [] });
});
