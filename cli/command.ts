import { parseArgs } from "node:util";
import { z } from "zod";

type Options = z.ZodObject<Record<string, z.ZodType>>;

/** `--session`: of commands about one conversation. */
export const sessionOption = z
  .uuid({ error: "is not an id" })
  .describe("the conversation, as in its address")
  .meta({ placeholder: "ID" });

/** One of the operators' commands. Its options are those of the schema: `--name value`, with the description as help. */
export type Command = {
  name: string;
  summary: string;
  options: Options;
  run(given: Record<string, unknown>): Promise<void>;
};

export function defineCommand<S extends Options>(command: {
  name: string;
  summary: string;
  options: S;
  run(options: z.output<S>): Promise<void>;
}): Command {
  return { ...command, run: (given) => command.run(parseOptions(command.options, given)) };
}

/** The command was called wrongly: the message says how, and nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function parseOptions<S extends Options>(schema: S, given: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const option = `--${String(issue?.path[0])}`;
  throw new UsageError(
    given[option.slice(2)] === undefined ? `${option} is missing.` : `${option}: ${issue?.message ?? "cannot be used"}`,
  );
}

/** The options as given, not yet checked. `--help` is one that every command has. */
export function readOptions(command: Command, args: string[]): Record<string, string | boolean | undefined> {
  const names = Object.keys(command.options.shape);
  try {
    const { values } = parseArgs({
      args,
      strict: true,
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
        help: { type: "boolean", short: "h" },
      },
    });
    return values;
  } catch (error) {
    if (!(error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")))
      throw error;
    // Node's sentence, without its advice on how to write a program.
    throw new UsageError(`${error.message.split(". ")[0]?.replace(/\.$/, "")}.`, { cause: error });
  }
}

export function helpOf(command: Command): string {
  const options = Object.entries(command.options.shape).map(([name, type]) => {
    const optional = type.safeParse(undefined).success;
    return [
      `--${name} ${type.meta()?.["placeholder"] ?? name.toUpperCase()}`,
      `${type.description ?? ""}${optional ? "" : " (needed)"}`,
    ];
  });
  const width = Math.max(...options.map(([flag = ""]) => flag.length));
  const lines = options.map(([flag = "", text]) => `  ${flag.padEnd(width)}  ${text}`);
  return `${command.name}: ${command.summary}\n\nUsage: npm run cli -- ${command.name} [options]\n\n${lines.join("\n")}\n`;
}
