import { closeDatabase } from "@/lib/db/client";
import { type Command, helpOf, readOptions, UsageError } from "./command";
import { contextShow } from "./commands/context-show";
import { demoSeed } from "./commands/demo-seed";
import { searchReindex } from "./commands/search-reindex";
import { sessionExport } from "./commands/session-export";
import { sessionImport } from "./commands/session-import";
import { tokenCreate } from "./commands/token-create";
import { userCreate } from "./commands/user-create";
import { userPassword } from "./commands/user-password";

const commands: readonly Command[] = [
  userCreate,
  userPassword,
  tokenCreate,
  sessionImport,
  sessionExport,
  contextShow,
  searchReindex,
  demoSeed,
];

/** Does what the arguments ask for. Throws a UsageError, before anything is opened, where they ask for nothing known. */
export async function run([name, ...args]: readonly string[]): Promise<void> {
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

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: npm run cli -- COMMAND [options]\n\n${lines.join("\n")}\n\nCOMMAND --help shows its options.\n`;
}
