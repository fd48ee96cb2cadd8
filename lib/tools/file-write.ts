import { z } from "zod";
import { writeFolderFile } from "@/lib/memory/folder";
import { inFolder } from "./folder-failure";
import { agentOf } from "./own-agent";
import { defineTool } from "./tool";

export const fileWrite = defineTool({
  name: "file_write",
  description:
    "Write a text file in your folder (no subfolders). `create` fails where it exists; `append` adds at the end.",
  input: z.object({
    name: z.string(),
    mode: z.enum(["create", "replace", "append", "delete"]),
    text: z.string().optional(),
  }),
  hasEffect: true,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, { name, mode, text = "" }) {
    const { actor, sessionId, callId } = scope;
    const write = { name, mode, text, callId: `${sessionId}/${callId}` };
    const written = await inFolder(() => writeFolderFile(actor, agentOf(scope), write));
    return mode === "delete" ? { deleted: written.name } : { name: written.name, bytes: written.bytes };
  },
});
