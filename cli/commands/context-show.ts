import { z } from "zod";
import { inspectContext } from "@/lib/chat/inspect";
import { getDb } from "@/lib/db/client";
import { ownerEmailOf } from "@/lib/db/queries/sessions";
import { StartupError } from "@/lib/errors";
import { requireActor } from "../actor";
import { defineCommand } from "../command";
import { contextText } from "../context-text";

export const contextShow = defineCommand({
  name: "context:show",
  summary: "show what the model is given of a conversation",
  options: z.object({
    session: z
      .uuid({ error: "is not an id" })
      .describe("the conversation, as in its address")
      .meta({ placeholder: "ID" }),
    format: z
      .enum(["text", "json"], { error: "is text or json" })
      .default("text")
      .describe("text (default) or json, which is what the API answers"),
    payload: z
      .enum(["yes", "no"], { error: "is yes or no" })
      .default("no")
      .describe("yes: also word by word what would be sent"),
  }),
  async run({ session, format, payload }) {
    const email = await ownerEmailOf(await getDb(), session);
    if (!email) throw new StartupError(`There is no conversation ${session}.`);
    const context = await inspectContext(await requireActor(email), session, { withPayload: payload === "yes" });
    process.stdout.write(format === "json" ? `${JSON.stringify(context, null, 2)}\n` : contextText(context));
  },
});
