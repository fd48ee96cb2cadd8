import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { closeDatabase } from "@/lib/db/client";

const ROOT = resolve(import.meta.dirname, "../..");

export type CliResult = { code: number | null; stdout: string; stderr: string };

/**
 * Runs an operator's command as its own process on this file's database. The embedded one takes one process at a
 * time, so the test's own connection is closed before; the next use opens it again.
 */
export async function runCli(args: readonly string[], { input = "" } = {}): Promise<CliResult> {
  await closeDatabase();
  return spawnCli(args, input);
}

/** The same without letting go of the database. */
export function spawnCli(args: readonly string[], input = ""): Promise<CliResult> {
  return new Promise((done, failed) => {
    const child = spawn(join(ROOT, "node_modules/.bin/node"), ["--import", "tsx", "cli/index.ts", ...args], {
      cwd: ROOT,
    });
    const result = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      result.stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      result.stderr += chunk;
    });
    child.once("error", failed);
    child.once("close", (code) => done({ code, ...result }));
    child.stdin.end(input);
  });
}
