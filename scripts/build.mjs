import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { environment, nodeBinary, root } from "./node.mjs";

const output = join(root, process.env.NEXT_DIST_DIR ?? ".next");
const stamp = join(output, "cadau-sources");

/** What a production build is made of. */
const sources = [
  "app",
  "lib",
  "messages",
  "public",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];

/** Builds when the sources are others than those of the last build. Answers the exit code, 0 when nothing was to do. */
export function buildIfStale(say) {
  const hash = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return 0;
  say("Building (a minute or two) …");
  return build(hash);
}

function build(hash = hashOfSources()) {
  const next = join(root, "node_modules/next/dist/bin/next");
  const options = { cwd: root, stdio: "inherit", env: environment({ NODE_ENV: "production" }) };
  const { status, error } = spawnSync(nodeBinary(), [next, "build"], options);
  if (error) throw error;
  if (status === 0) writeFileSync(stamp, hash);
  return status ?? 1;
}

function hashOfSources() {
  const hash = createHash("sha256");
  const add = (path) => {
    const absolute = join(root, path);
    if (!existsSync(absolute)) return;
    hash.update(path).update("\0").update(readFileSync(absolute)).update("\0");
  };
  for (const source of sources) {
    if (source.includes(".")) add(source);
    else for (const path of filesUnder(source)) if (!path.includes(".test.")) add(path);
  }
  return hash.digest("hex");
}

function filesUnder(directory) {
  const absolute = join(root, directory);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const say = (line) => process.stdout.write(`${line}\n`);
  process.exit(process.argv.includes("--if-stale") ? buildIfStale(say) : build());
}
