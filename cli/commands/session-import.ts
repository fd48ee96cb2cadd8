import { resolve } from "node:path";
import { z } from "zod";
import { agentNamed } from "@/lib/agents/usable";
import { importSession } from "@/lib/chat/import";
import { requireActor } from "../actor";
import { defineCommand } from "../command";
import { linesOf } from "../lines";
import { progress } from "../progress";

export const sessionImport = defineCommand({
  name: "session:import",
  summary: "make a conversation from JSON lines and print its id",
  options: z.object({
    email: z.string().describe("whose conversation it becomes").meta({ placeholder: "ADDRESS" }),
    file: z
      .string()
      .describe("one message a line: {role: user|assistant, text, name?, created_at?}; - for standard input"),
    agent: z
      .string()
      .optional()
      .describe("the work agent that it is held with from here on")
      .meta({ placeholder: "NAME" }),
    title: z.string().optional().describe("left out: the beginning of the first question"),
  }),
  async run({ email, file, agent, title }) {
    const actor = await requireActor(email);
    const agentId = agent === undefined ? undefined : (await agentNamed(actor, agent)).id;
    const report = progress("messages");
    // npm runs commands in the project's folder and tells where it was called.
    const path = file === "-" ? file : resolve(process.env.INIT_CWD ?? ".", file);
    const { sessionId, messages } = await importSession(actor, linesOf(path), {
      title,
      agentId,
      onProgress: report.at,
    });
    report.done(messages);
    process.stdout.write(`${sessionId}\n`);
  },
});
