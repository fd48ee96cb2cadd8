import { z } from "zod";
import { createUser } from "@/lib/auth/users";
import { defineCommand } from "../command";
import { passwordFromInput } from "../password-input";

export const userCreate = defineCommand({
  name: "user:create",
  summary: "make an account; the first one owns the workspace",
  options: z.object({
    email: z.string().describe("the address to sign in with").meta({ placeholder: "ADDRESS" }),
    password: z.string().optional().describe("at least 8 characters; left out, it is read from standard input"),
    name: z.string().describe("as shown to others"),
    locale: z.enum(["en", "zh-CN"]).optional().describe("en (default) or zh-CN"),
    "time-zone": z.string().optional().describe("such as Europe/Berlin (default UTC)").meta({ placeholder: "ZONE" }),
  }),
  async run({ email, password, name, locale, "time-zone": timeZone }) {
    const { userId } = await createUser({
      email,
      name,
      password: password ?? (await passwordFromInput()),
      ...(locale !== undefined && { locale }),
      ...(timeZone !== undefined && { timeZone }),
    });
    process.stderr.write(`The account ${email} was made.\n`);
    process.stdout.write(`${userId}\n`);
  },
});
