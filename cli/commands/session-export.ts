import { once } from "node:events";
import { z } from "zod";
import { exportSession } from "@/lib/chat/export";
import { getDb } from "@/lib/db/client";
import { ownerEmailOf } from "@/lib/db/queries/sessions";
import { StartupError } from "@/lib/errors";
import { requireActor } from "../actor";
import { defineCommand } from "../command";

export const sessionExport = defineCommand({
  name: "session:export",
  summary: "write a conversation to stdout",
  options: z.object({
    session: z
      .uuid({ error: "is not an id" })
      .describe("the conversation, as in its address")
      .meta({ placeholder: "ID" }),
    format: z
      .enum(["jsonl", "markdown"], { error: "is jsonl or markdown" })
      .default("jsonl")
      .describe("jsonl (default, what session:import takes) or markdown"),
  }),
  async run({ session, format }) {
    const email = await ownerEmailOf(await getDb(), session);
    if (!email) throw new StartupError(`There is no conversation ${session}.`);
    const actor = await requireActor(email);
    for await (const piece of exportSession(actor, session, format)) {
      if (!process.stdout.write(piece)) await once(process.stdout, "drain");
    }
  },
});
