import { z } from "zod";
import { readFolderFile } from "@/lib/memory/folder";
import { inFolder } from "./folder-failure";
import { atMost, whole } from "./input";
import { agentOf } from "./own-agent";
import { pieceOf } from "./page";
import { defineTool } from "./tool";

const USUAL_RUNES = 8_000;
const MOST_RUNES = 20_000;

export const fileRead = defineTool({
  name: "file_read",
  description: "A file of your folder; a long one in pieces: go on at `next_offset`.",
  input: z.object({ name: z.string(), offset_runes: whole().optional(), max_runes: whole().optional() }),
  hasEffect: false,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, { name, offset_runes = 0, max_runes }) {
    const { text } = await inFolder(() => readFolderFile(scope.actor, agentOf(scope), name));
    const piece = pieceOf(text, offset_runes, atMost(max_runes, USUAL_RUNES, MOST_RUNES));
    return { name, text: piece.text, of_runes: piece.runes, next_offset: piece.next };
  },
});
