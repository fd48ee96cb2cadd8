import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const own = join(root, "node_modules/.bin/node");

/** The Node to run the product with: the one among the dependencies, else this one. */
export function nodeBinary() {
  try {
    accessSync(own, constants.X_OK);
    return own;
  } catch {
    return process.execPath;
  }
}

/** What stands in .env counts as set in the environment, which wins. */
export function loadEnvFile() {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The environment for programs among the dependencies: their `node` is the product's. */
export function environment(more = {}) {
  return {
    ...process.env,
    PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
    NEXT_TELEMETRY_DISABLED: "1",
    ...more,
  };
}
