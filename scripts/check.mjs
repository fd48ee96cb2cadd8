import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installDependencies } from "./install.mjs";
import { environment, nodeBinary, root } from "./node.mjs";
import { failureLines, playwrightResults, single, sum, vitestResults } from "./results.mjs";
import { installSystemPackages } from "./system-packages.mjs";

// Everything that must hold before a change is taken. Each stage runs whatever became of those before it, so that one
// run tells all; the last line sums up. Plain JavaScript for Node.js 20, since nothing is installed yet when it begins.

const say = (line) => process.stdout.write(`${line}\n`);
const reports = join(root, ".check");
const started = Date.now();

if (!installDependencies(say)) {
  say("The dependencies could not be installed; npm says why above.\n0 passed, 1 failed, 0 skipped");
  process.exit(1);
}
installSystemPackages(say);
mkdirSync(reports, { recursive: true });

const results = [
  stage(
    "Lint",
    one(() => run("biome", "check", ".")),
  ),
  stage(
    "Types",
    one(() => run("next", "typegen") || run("tsc", "--noEmit")),
  ),
  stage("Unit tests, and integration tests on the embedded database and on PostgreSQL", vitest),
];
const built = stage(
  "Production build",
  one(() => node("scripts/build.mjs", "--if-stale")),
);
results.push(built);
results.push(stage("End-to-end tests", built.failed > 0 ? notRun("there is no build") : playwright));

const { passed, failed, skipped, skips, failures } = sum(results);
if (skips.length > 0) say(`\nSkipped:\n${skips.map((name) => `  ${name}`).join("\n")}`);
if (failures.length > 0) say(`\nFailed:\n${failureLines(failures).join("\n")}`);
say(`\nTook ${Math.round((Date.now() - started) / 1_000)} s.`);
say(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 ? 1 : 0);

function stage(title, task) {
  say(`\n── ${title}`);
  const begun = Date.now();
  const result = task(title);
  const counts = [`${result.passed} passed`, `${result.failed} failed`, `${result.skipped} skipped`].join(", ");
  say(`── ${title}: ${counts} in ${Math.round((Date.now() - begun) / 1_000)} s`);
  return result;
}

/** A stage of one case: a command, which tells by its exit code. */
function one(command) {
  return (title) => {
    const code = command();
    return single(title, code === 0, `It ended with code ${code}; its output is under its headline above.`);
  };
}

function vitest() {
  const file = fresh("vitest.json");
  const code = run("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`);
  return vitestResults(file, code);
}

function playwright() {
  const file = fresh("playwright.json");
  const code = run("playwright", "test", "--reporter=list,json", { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return playwrightResults(file, code);
}

function notRun(reason) {
  return (title) => {
    say(`Not run: ${reason}.`);
    return single(title, false, `Not run: ${reason}.`);
  };
}

/** The path of a report of this run: an older one must not be taken for it. */
function fresh(name) {
  const file = join(reports, name);
  rmSync(file, { force: true });
  return file;
}

/** Runs a program of the dependencies. A last argument that is an object is added to its environment. */
function run(program, ...args) {
  const more = typeof args.at(-1) === "object" ? args.pop() : {};
  return exitCode(join(root, "node_modules/.bin", program), args, more);
}

function node(...args) {
  return exitCode(nodeBinary(), args, {});
}

function exitCode(command, args, more) {
  // NODE_ENV belongs to each tool: one set outside would make the tests run as production, or the build as tests.
  const { NODE_ENV: _, ...env } = environment({ CI: "true", ...more });
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env });
  if (error) say(String(error));
  return status ?? 1;
}
