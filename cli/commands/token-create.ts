import { z } from "zod";
import { createToken } from "@/lib/auth/tokens";
import { requireActor } from "../actor";
import { defineCommand } from "../command";

const DAY_MS = 24 * 60 * 60 * 1_000;

export const tokenCreate = defineCommand({
  name: "token:create",
  summary: "make an API token and print it, once",
  options: z.object({
    email: z.string().describe("whose token it is").meta({ placeholder: "ADDRESS" }),
    name: z.string().default("Command line").describe("shown in their list of tokens"),
    scope: z.enum(["read", "write"]).default("write").describe("read, or write (default), which may read too"),
    days: z.coerce
      .number({ error: "is a number of days" })
      .int({ error: "is a number of days" })
      .min(1, { error: "is at least 1" })
      .max(3_650, { error: "is at most 3650" })
      .optional()
      .describe("how long it is valid; left out, until it is revoked"),
  }),
  async run({ email, name, scope, days }) {
    const actor = await requireActor(email);
    const { token } = await createToken(actor, {
      name,
      scopes: scope === "read" ? ["read"] : ["read", "write"],
      ...(days !== undefined && { expiresAt: new Date(Date.now() + days * DAY_MS) }),
    });
    process.stdout.write(`${token}\n`);
  },
});
