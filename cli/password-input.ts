import { UsageError } from "./command";

/** The first line of standard input, so that a password need not stand in the list of processes. */
export async function passwordFromInput(): Promise<string> {
  if (process.stdin.isTTY) throw new UsageError("--password is missing: give it, or pipe it in.");
  let given = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    given += chunk;
    if (given.includes("\n")) break;
  }
  return given.split(/\r?\n/, 1)[0] ?? "";
}
