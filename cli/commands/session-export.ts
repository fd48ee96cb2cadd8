import { once } from "node:events";
import { z } from "zod";
import { exportSession } from "@/lib/chat/export";
import { requireOwner } from "../actor";
import { defineCommand, sessionOption } from "../command";

export const sessionExport = defineCommand({
  name: "session:export",
  summary: "write a conversation to stdout",
  options: z.object({
    session: sessionOption,
    format: z
      .enum(["jsonl", "markdown"], { error: "is jsonl or markdown" })
      .default("jsonl")
      .describe("jsonl (default, what session:import takes) or markdown"),
  }),
  async run({ session, format }) {
    const actor = await requireOwner(session);
    for await (const piece of exportSession(actor, session, format)) {
      if (!process.stdout.write(piece)) await once(process.stdout, "drain");
    }
  },
});
