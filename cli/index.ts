import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { logToStderr } from "@/lib/log";
import { UsageError } from "./command";
import { run } from "./run";
import { sentenceOf } from "./sentence";

// npm run cli -- COMMAND …: what operators do from a terminal. Results go to stdout and everything else to stderr.
// Exit codes: 0 done, 1 could not be done, 2 called wrongly.

// The configuration is the server's: its .env, its data directory, its migrations.
process.chdir(resolve(import.meta.dirname, ".."));
if (existsSync(".env")) process.loadEnvFile(".env");
process.env.LOG_LEVEL ??= "warn";
logToStderr();
// Whoever read the result (`head`, a pager) has enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
