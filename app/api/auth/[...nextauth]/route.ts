import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { rememberLook } from "@/lib/auth/browser-session";
import { authOptions, type Outcome } from "@/lib/auth/options";
import { readProfile } from "@/lib/auth/profile";
import { readVisitor } from "./visitor";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const outcome: Outcome = {};
  const response: Response = await NextAuth(request, context, authOptions(await readVisitor(request), outcome));
  if (outcome.entered) await rememberLook(await readProfile(outcome.entered));
  // Who lost their password on the way learns it where a new one is set.
  if (outcome.passwordRemoved) response.headers.set("location", "/settings/security?notice=password_removed");
  return response;
}

export { handle as GET, handle as POST };
