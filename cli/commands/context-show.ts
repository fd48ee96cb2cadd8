import { z } from "zod";
import { inspectContext } from "@/lib/chat/inspect";
import { requireOwner } from "../actor";
import { defineCommand, sessionOption } from "../command";
import { contextText } from "../context-text";

export const contextShow = defineCommand({
  name: "context:show",
  summary: "show what the model is given of a conversation",
  options: z.object({
    session: sessionOption,
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
    const context = await inspectContext(await requireOwner(session), session, { withPayload: payload === "yes" });
    process.stdout.write(format === "json" ? `${JSON.stringify(context, null, 2)}\n` : contextText(context));
  },
});
