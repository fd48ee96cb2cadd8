import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./node.mjs";

const MESSAGE_LINES = 8;
const LINE_LENGTH = 300;

/** How many cases passed, failed and were skipped, the names of those skipped, and those failed with their reason. */
export const nothing = () => ({ passed: 0, failed: 0, skipped: 0, skips: [], failures: [] });

export function sum(results) {
  return results.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      skips: [...all.skips, ...one.skips],
      failures: [...all.failures, ...one.failures],
    }),
    nothing(),
  );
}

/** A stage that is one case. */
export const single = (name, ok, message = "") =>
  ok ? { ...nothing(), passed: 1 } : { ...nothing(), failed: 1, failures: [failure(name, message)] };

/** What the end of a log shows of the failed cases, since a long log may have lost all before it. */
export const failureLines = (failures) =>
  failures.flatMap(({ name, message }) => [`  ${name}`, ...message.map((line) => `      ${line}`)]);

/** What vitest wrote with its JSON reporter. */
export function vitestResults(file, exitCode) {
  if (!existsSync(file)) return single("vitest", false, noReport(exitCode));
  const result = nothing();
  for (const suite of JSON.parse(readFileSync(file, "utf8")).testResults) {
    const path = relative(root, suite.name);
    // A file that failed before it had any test: a broken import, a hook.
    if (suite.status === "failed" && !suite.assertionResults.some((test) => test.status === "failed"))
      fail(result, path, suite.message);
    for (const test of suite.assertionResults) {
      if (test.status === "passed") result.passed++;
      else if (test.status === "failed") fail(result, vitestName(path, test), test.failureMessages[0]);
      else {
        result.skipped++;
        result.skips.push(test.fullName);
      }
    }
  }
  return atLeastOneFailure(result, "vitest", exitCode);
}

const vitestName = (path, { fullName, meta }) =>
  `${path}${meta?.engine ? ` (${meta.engine})` : ""}: ${fullName.trim()}`;

/** What Playwright wrote with its JSON reporter. */
export function playwrightResults(file, exitCode) {
  if (!existsSync(file)) return single("Playwright", false, noReport(exitCode));
  const report = JSON.parse(readFileSync(file, "utf8"));
  const result = { ...nothing(), passed: report.stats.expected, skipped: report.stats.skipped };
  const visit = (suite, path) => {
    for (const inner of suite.suites ?? []) visit(inner, inner.title === inner.file ? path : [...path, inner.title]);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const title = [...path, spec.title].join(" ");
        if (test.status === "skipped") {
          const reason = test.annotations.find((note) => note.type === "skip")?.description;
          result.skips.push(`${spec.file}: ${title}${reason ? ` (${reason})` : ""}`);
        } else if (test.status !== "expected") {
          const message = test.results?.flatMap(({ errors }) => errors ?? [])[0]?.message;
          const flaky = test.status === "flaky" ? "failed at first, then passed\n" : "";
          fail(result, `${spec.file} (${test.projectName}): ${title}`, `${flaky}${message ?? ""}`);
        }
      }
    }
  };
  for (const suite of report.suites) visit(suite, []);
  return atLeastOneFailure(result, "Playwright", exitCode, report.errors?.[0]?.message);
}

function fail(result, name, message) {
  result.failed++;
  result.failures.push(failure(name, message));
}

/** With the beginning of its message: what comes before the stack, never more than a few lines. */
function failure(name, message = "") {
  const lines = stripVTControlCharacters(message).trim().split("\n");
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const told = (stack < 0 ? lines : lines.slice(0, stack)).filter((line) => line.trim() !== "");
  return { name, message: told.slice(0, MESSAGE_LINES).map((line) => line.trimEnd().slice(0, LINE_LENGTH)) };
}

const noReport = (exitCode) => `It wrote no report, and ended with code ${exitCode}.`;

/** A runner that failed without a failed case (an error outside the tests), or that ran nothing, failed. */
function atLeastOneFailure(result, runner, exitCode, message) {
  const ranNothing = result.passed + result.failed === 0;
  if ((exitCode !== 0 || ranNothing) && result.failed === 0) {
    const why = ranNothing ? "It ran no test" : "No test failed, yet something outside the tests did (its log tells)";
    fail(result, runner, message ?? `${why}; it ended with code ${exitCode}.`);
  }
  return result;
}
