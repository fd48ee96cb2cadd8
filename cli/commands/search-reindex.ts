import { z } from "zod";
import { indexAll, indexAnew } from "@/lib/search/reindex";
import { writeWords } from "@/lib/search/vocabulary";
import { defineCommand } from "../command";
import { progress } from "../progress";

export const searchReindex = defineCommand({
  name: "search:reindex",
  summary: "make messages findable that no search finds yet",
  options: z.object({
    all: z
      .enum(["yes", "no"], { error: "is yes or no" })
      .default("no")
      .describe("yes: index every message anew, also those that are found already"),
  }),
  async run({ all }) {
    const shown = progress("messages");
    const done = await (all === "yes" ? indexAnew : indexAll)((count) => shown.at(count));
    await writeWords();
    shown.done(done);
  },
});
