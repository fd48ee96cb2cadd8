import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { AppError } from "@/lib/errors";
import { TOOL_SWITCHES, type ToolName } from "@/lib/http/contract/tool-switches";

/** What a tool answers: anything JSON can say. The model gets all of it. */
export type ToolOutput = string | number | boolean | null | ToolOutput[] | { [key: string]: ToolOutput };

/** For whom and where a tool is called. */
export type ToolScope = {
  actor: Actor;
  sessionId: string;
  /** The seq of the question that is being answered. */
  currentSeq: number;
  /** Null: a conversation without an agent. */
  agentId: string | null;
  /** Names this one call, the same when it is looked at again after a crash. */
  callId: string;
  /** Aborted by *Stop* and by the call's time limit. */
  signal: AbortSignal;
};

/** Something that a model may call. One file a tool. */
export type Tool<Input = unknown> = {
  name: string;
  /** For the model: what it does, when to use it, what it answers. */
  description: string;
  input: z.ZodType<Input>;
  /** Whether it changes something: it is written down before it is done, and never done twice by a recovery. */
  hasEffect: boolean;
  /** Whether a call tells somebody outside something. */
  leavesHouse?: boolean;
  /** Needs an agent: its memory, its folder. */
  needsAgent: boolean;
  /** How its switch stands where an agent's owner has not set it. */
  byDefault: "off" | "on" | "ask";
  timeoutMs: number;
  /** Throws a ToolFailure for what the model can do something about. */
  run(scope: ToolScope, input: Input): Promise<ToolOutput>;
};

/** A failure that is told to the model, in words it can act on. `code` is for machines. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** One of the product's own, whose switch is known by its name. */
export type BuiltInTool = Tool & { name: ToolName };

/** A tool with its input's type inferred from its schema, as the others see it. What is expected to fail is a ToolFailure. */
export function defineTool<Input>(tool: Omit<Tool<Input>, "byDefault"> & { name: ToolName }): BuiltInTool {
  return {
    ...tool,
    byDefault: TOOL_SWITCHES[tool.name].byDefault,
    async run(scope, input) {
      try {
        return await tool.run(scope, tool.input.parse(input));
      } catch (error) {
        throw asToolFailure(error);
      }
    },
  };
}

/** The failure that a thrown error is for a model; other errors are bugs and stay what they are. */
function asToolFailure(error: unknown): unknown {
  if (error instanceof z.ZodError) {
    const issues = error.issues.map((issue) => ({ path: z.core.toDotPath(issue.path), message: issue.message }));
    return new ToolFailure("invalid_input", inWords(issues), { cause: error });
  }
  const told = error instanceof AppError ? toldOf(error) : null;
  return error instanceof AppError && told ? new ToolFailure(error.code, told, { cause: error }) : error;
}

const inWords = (issues: readonly { path: string; message: string }[]) =>
  issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");

function toldOf({ code, details }: AppError): string | null {
  if (code === "not_found" && "kind" in details) return `There is no such ${details.kind}.`;
  if (code === "invalid_input" && "issues" in details) return inWords(details.issues);
  if (code === "holds_secret") {
    return "This holds a key, a password, or a card or identity number. No memory keeps such things: leave it out.";
  }
  if (code === "file_changed") return "Somebody else changed it at the same time. Read it again before you write.";
  return null;
}
