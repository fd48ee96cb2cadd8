import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";

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

/** A tool with its input's type inferred from its schema, as the others see it. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return { ...tool, run: (scope, input) => tool.run(scope, tool.input.parse(input)) };
}
