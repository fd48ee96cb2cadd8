import { processWide } from "@/lib/process-wide";
import type { Fault } from "./faults";

// Some models take no tools, and say so only when they are given some. A process asks each of them once.
const toolless = processWide("toolless-models", () => new Set<string>());

const NO_TOOLS =
  /\b(?:tools?|functions?|function[ _-]?call(?:s|ing)?|tool[ _-]?(?:use|calls?|choice))\b.{0,80}\b(?:not|un)[ -]?(?:support|available|allow|enabled)|\b(?:not|n't) (?:support|allow)\w*\b.{0,60}\b(?:tools?|functions?|tool[ _-]?(?:use|calls?|choice))\b/i;

/** Whether a provider refused a request because of the tools in it. */
export const refusesTools = ({ fault, message, said }: Pick<Fault, "fault" | "message" | "said">): boolean =>
  ["refused", "bad_response", "model_missing", "server_error"].includes(fault) && NO_TOOLS.test(said ?? message);

export const rememberToolless = (ref: string): void => void toolless().add(ref);

/** Whether this model is known to take no tools. */
export const isToolless = (ref: string): boolean => toolless().has(ref);
