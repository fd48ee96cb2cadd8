import { cookies } from "next/headers";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { rememberLook } from "@/lib/auth/browser-session";
import { failurePath } from "@/lib/auth/failure-path";
import { authOptions, type Outcome } from "@/lib/auth/options";
import { readProfile } from "@/lib/auth/profile";
import { CONNECT_COOKIE, CONNECT_PATH } from "@/lib/auth/way-cookies";
import { readVisitor } from "./visitor";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const visitor = await readVisitor(request);
  const outcome: Outcome = {};
  const response: Response = await NextAuth(request, context, authOptions(visitor, outcome));
  if (outcome.entered) await rememberLook(await readProfile(outcome.entered));

  const [action, provider] = (await context.params).nextauth;
  if (action !== "callback" || !provider || provider === "credentials") return response;
  (await cookies()).delete({ name: CONNECT_COOKIE, path: CONNECT_PATH });
  if (!outcome.entered) {
    const denied = request.nextUrl.searchParams.get("error") === "access_denied";
    const reason = outcome.refused ?? (denied ? "denied" : "failed");
    const { wanted } = visitor;
    response.headers.set(
      "location",
      failurePath({ reason, provider, connecting: visitor.connecting !== null, wanted }),
    );
  } else if (outcome.passwordRemoved) {
    // Who lost their password on the way learns it where a new one is set.
    response.headers.set("location", "/settings/security?notice=password_removed");
  } else if (outcome.joined) {
    // The invitation that they came from is used up by now.
    response.headers.set("location", "/");
  }
  return response;
}

export { handle as GET, handle as POST };
