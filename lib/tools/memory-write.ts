import { z } from "zod";
import { ENTRY_KINDS } from "@/lib/db/schema/agents";
import { keepStatement, type Outcome, rewriteEntry } from "@/lib/memory/by-agent";
import { notFound } from "./failure";
import { isId } from "./input";
import { entryLink } from "./links";
import { agentOf } from "./own-agent";
import { defineTool, ToolFailure, type ToolOutput } from "./tool";

const Input = z.object({
  text: z.string().describe("one fact in a sentence or two, with absolute dates"),
  title: z.string().optional(),
  kind: z.enum(ENTRY_KINDS).optional(),
  entry_id: z.string().optional().describe("rewrite this one"),
});

export const memoryWrite = defineTool({
  name: "memory_write",
  description:
    "Keep something the person wants remembered beyond this conversation. Never passwords, keys or card numbers.",
  input: Input,
  hasEffect: true,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, { text, title, kind, entry_id }) {
    const agentId = agentOf(scope);
    const given = { title, body: text, kind };
    if (entry_id === undefined) {
      const kept = await keepStatement(scope.actor, agentId, given, scope);
      if (kept) return told(agentId, kept);
      throw new ToolFailure(
        "forgotten",
        "The person had this forgotten, so it is not kept. They can restore it on the agent's page, or ask for it with “remember that …”.",
      );
    }
    if (!isId(entry_id)) throw notFound("entry");
    return told(agentId, await rewriteEntry(scope.actor, agentId, entry_id, given, scope));
  },
});

const told = (agentId: string, { did, row }: Outcome): ToolOutput => ({
  ...{ did, entry_id: row.id, title: row.title, link: entryLink(agentId, row.id) },
});
