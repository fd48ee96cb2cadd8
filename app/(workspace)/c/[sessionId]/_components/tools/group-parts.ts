import type { Part } from "../message/message-text";
import { isCall } from "./call";

/** What an answer consists of on the screen. `at`: the place of its first part, which stays while the answer grows. */
export type Block = { kind: "part"; at: number; part: Part } | { kind: "calls"; at: number; parts: Part[] };

/**
 * Calls that follow one another stand together, with what the model thought between them, so that an answer with thirty
 * of them is still one to read. Nothing that stands alone joins a group later.
 */
export function blocksOf(parts: readonly Part[]): Block[] {
  const blocks: Block[] = [];
  for (const [at, part] of parts.entries()) {
    const last = blocks.at(-1);
    if (part.type === "step-start") continue;
    if (last?.kind === "calls" && belongsToCalls(part)) last.parts.push(part);
    else blocks.push(isCall(part) ? { kind: "calls", at, parts: [part] } : { kind: "part", at, part });
  }
  return blocks;
}

/** A text that is still empty is none: it does not part what comes after it from what came before. */
const belongsToCalls = (part: Part) =>
  isCall(part) || part.type === "reasoning" || (part.type === "text" && part.text.trim() === "");
