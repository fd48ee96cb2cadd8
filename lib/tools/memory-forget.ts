import { z } from "zod";
import { dropEntry } from "@/lib/memory/by-agent";
import { notFound } from "./failure";
import { isId } from "./input";
import { agentOf } from "./own-agent";
import { defineTool } from "./tool";

export const memoryForget = defineTool({
  name: "memory_forget",
  description: "Take an entry out of memory, when the person asks for it. What it said does not come back.",
  input: z.object({ entry_id: z.string() }),
  hasEffect: true,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, { entry_id }) {
    const agentId = agentOf(scope);
    if (!isId(entry_id)) throw notFound("entry");
    const { title } = await dropEntry(scope.actor, agentId, entry_id, scope);
    return { forgotten: entry_id, title };
  },
});
