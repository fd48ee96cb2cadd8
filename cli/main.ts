import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { closeDatabase } from "@/lib/db/client";
import { logToStderr } from "@/lib/log";
import { type Command, helpOf, readOptions, UsageError } from "./command";
import { demoSeed } from "./commands/demo-seed";
import { sessionExport } from "./commands/session-export";
import { sessionImport } from "./commands/session-import";
import { tokenCreate } from "./commands/token-create";
import { userCreate } from "./commands/user-create";
import { sentenceOf } from "./sentence";

// npm run cli -- COMMAND …: what operators do from a terminal. Results go to stdout and everything else to stderr.
// Exit codes: 0 done, 1 could not be done, 2 called wrongly.

const commands: readonly Command[] = [userCreate, tokenCreate, sessionImport, sessionExport, demoSeed];

const overview = () => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: npm run cli -- COMMAND [options]\n\n${lines.join("\n")}\n\nCOMMAND --help shows its options.\n`;
};

async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    process.stdout.write(overview());
    return;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new UsageError(`There is no command ${name}.\n\n${overview()}`);
  const { help, ...given } = readOptions(command, args);
  if (help) {
    process.stdout.write(helpOf(command));
    return;
  }
  try {
    await command.run(given);
  } finally {
    await closeDatabase();
  }
}

// The configuration is the server's: its .env, its data directory, its migrations.
process.chdir(resolve(import.meta.dirname, ".."));
if (existsSync(".env")) process.loadEnvFile(".env");
process.env.LOG_LEVEL ??= "warn";
logToStderr();

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
