import { type NextRequest, NextResponse } from "next/server";
import { PATH_HEADER } from "@/lib/auth/next-path";
import { renewedSession, sessionCookie } from "@/lib/auth/session-cookie";
import { contentSecurityPolicy } from "@/lib/http/security-headers";

/**
 * Gives each page a policy with a nonce of its own (the framework puts the nonce on the scripts that it writes), tells
 * it its path, and keeps those signed in who keep coming.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const policy = contentSecurityPolicy({ nonce, development: process.env.NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  const { name, options } = sessionCookie();
  const session = request.cookies.get(name)?.value;
  const renewed = session && (await renewedSession(session));
  if (renewed) response.cookies.set(name, renewed, options);
  return response;
}

export const config = {
  matcher: [
    {
      // Pages only: data and files have headers of their own, and streams must not be touched.
      source: "/((?!api/|_next/|.*\\.(?:ico|png|svg|webmanifest|txt|woff2)$).*)",
      // What the app fetches for itself is no document, so no policy applies to it.
      missing: [
        { type: "header", key: "next-action" },
        { type: "header", key: "next-router-prefetch" },
        { type: "header", key: "rsc" },
      ],
    },
  ],
};
