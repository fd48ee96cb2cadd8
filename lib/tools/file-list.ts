import { z } from "zod";
import { listFolder } from "@/lib/memory/folder";
import { inFolder } from "./folder-failure";
import { agentOf } from "./own-agent";
import { defineTool } from "./tool";
import { whenIn } from "./when";

const MOST_LISTED = 500;

export const fileList = defineTool({
  name: "file_list",
  description: "The files in your own folder for this person.",
  input: z.object({}),
  hasEffect: false,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope) {
    const { files, limits } = await inFolder(() => listFolder(scope.actor, agentOf(scope)));
    return {
      files: files.slice(0, MOST_LISTED).map(({ name, bytes, changed }) => ({
        ...{ name, bytes, changed: whenIn(scope.actor.timeZone, changed) },
      })),
      of_files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      ...{ most_files: limits.files, most_bytes: limits.bytes },
    };
  },
});
