import { z } from "zod";
import { importSession } from "@/lib/chat/import";
import { requireActor } from "../actor";
import { defineCommand } from "../command";
import { demoConversation } from "../demo-conversation";
import { progress } from "../progress";

async function* demoLines(messages: number): AsyncGenerator<string> {
  for (const line of demoConversation(messages, new Date())) yield JSON.stringify(line);
}

export const demoSeed = defineCommand({
  name: "demo:seed",
  summary: "make a demonstration conversation of any length and print its id",
  options: z.object({
    email: z.string().describe("whose conversation it becomes").meta({ placeholder: "ADDRESS" }),
    messages: z.coerce
      .number({ error: "is a number" })
      .int({ error: "is a whole number" })
      .min(1, { error: "is at least 1" })
      .max(10_000_000, { error: "is at most 10000000" })
      .default(1_000)
      .describe("how many (default 1000)")
      .meta({ placeholder: "N" }),
    title: z.string().optional().describe("its name"),
  }),
  async run({ email, messages, title }) {
    const actor = await requireActor(email);
    const report = progress("messages");
    const options = { title: title ?? `Demonstration: ${messages} messages`, onProgress: report.at };
    const made = await importSession(actor, demoLines(messages), options);
    report.done(made.messages);
    process.stdout.write(`${made.sessionId}\n`);
  },
});
