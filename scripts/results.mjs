import { existsSync, readFileSync } from "node:fs";

/** How many cases passed, failed and were skipped, and the names of those skipped. */
export const nothing = () => ({ passed: 0, failed: 0, skipped: 0, skips: [] });

export function sum(results) {
  return results.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      skips: [...all.skips, ...one.skips],
    }),
    nothing(),
  );
}

/** A stage that is one case. */
export const single = (ok) => ({ ...nothing(), passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** What vitest wrote with its JSON reporter. */
export function vitestResults(file, exitCode) {
  if (!existsSync(file)) return single(false);
  const result = nothing();
  for (const suite of JSON.parse(readFileSync(file, "utf8")).testResults) {
    // A file that failed before it had any test: a broken import, a hook.
    if (suite.status === "failed" && !suite.assertionResults.some((test) => test.status === "failed")) result.failed++;
    for (const test of suite.assertionResults) {
      if (test.status === "passed") result.passed++;
      else if (test.status === "failed") result.failed++;
      else {
        result.skipped++;
        result.skips.push(test.fullName);
      }
    }
  }
  return atLeastOneFailure(result, exitCode);
}

/** What Playwright wrote with its JSON reporter. */
export function playwrightResults(file, exitCode) {
  if (!existsSync(file)) return single(false);
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { expected, unexpected, flaky, skipped } = report.stats;
  const result = { passed: expected, failed: unexpected + flaky, skipped, skips: [] };
  const visit = (suite) => {
    for (const inner of suite.suites ?? []) visit(inner);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status !== "skipped") continue;
        const reason = test.annotations.find((note) => note.type === "skip")?.description;
        result.skips.push(`${spec.file}: ${spec.title}${reason ? ` (${reason})` : ""}`);
      }
    }
  };
  for (const suite of report.suites) visit(suite);
  return atLeastOneFailure(result, exitCode);
}

/** A runner that failed without a failed case (an error outside the tests), or that ran nothing, failed. */
function atLeastOneFailure(result, exitCode) {
  const ranNothing = result.passed + result.failed === 0;
  if ((exitCode !== 0 || ranNothing) && result.failed === 0) result.failed = 1;
  return result;
}
