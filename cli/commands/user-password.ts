import { z } from "zod";
import { resetPassword } from "@/lib/auth/security";
import { requireActor } from "../actor";
import { defineCommand } from "../command";
import { passwordFromInput } from "../password-input";

export const userPassword = defineCommand({
  name: "user:password",
  summary: "set a new password for somebody who has forgotten theirs",
  options: z.object({
    email: z.string().describe("the account's address").meta({ placeholder: "ADDRESS" }),
    password: z.string().optional().describe("at least 8 characters; left out, it is read from standard input"),
  }),
  async run({ email, password }) {
    const actor = await requireActor(email);
    await resetPassword(actor, password ?? (await passwordFromInput()));
    process.stderr.write(`The password of ${email} is set, and its browsers are signed out.\n`);
  },
});
