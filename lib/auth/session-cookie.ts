import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { config } from "@/lib/config";
import { deriveKey } from "./secret";

/** Who is signed in, and in which epoch of theirs: only the newest epoch holds. */
export type SessionClaims = { userId: string; epoch: number };

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Secure as soon as the public address is: only then would a browser send the cookie back. */
export const secureCookies = (): boolean => config().APP_URL?.startsWith("https:") ?? false;

/** NextAuth's own name and options, so that its routes and our pages share one cookie. */
export function sessionCookie() {
  const secure = secureCookies();
  return {
    name: secure ? "__Secure-next-auth.session-token" : "next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: SESSION_SECONDS } as const,
  };
}

/** Where NextAuth keeps the address that a sign-in is to lead to. */
export const callbackCookieName = (): string =>
  secureCookies() ? "__Secure-next-auth.callback-url" : "next-auth.callback-url";

export const sessionSecret = (): string => deriveKey("session-cookie").toString("base64url");

const RENEW_AFTER_SECONDS = 24 * 60 * 60;

const Claims = z.object({ sub: z.uuid(), epoch: z.int().min(0) });

/** The cookie's value for these claims. */
export function sealSession({ userId, epoch }: SessionClaims): Promise<string> {
  return encode({ token: { sub: userId, epoch }, secret: sessionSecret(), maxAge: SESSION_SECONDS });
}

/** The claims of a cookie's value; null where it is not ours, was tampered with or is too old. */
export async function openSession(value: string): Promise<SessionClaims | null> {
  const token = await decode({ token: value, secret: sessionSecret() }).catch(() => null);
  return sessionClaims(token);
}

export function sessionClaims(token: unknown): SessionClaims | null {
  const claims = Claims.safeParse(token);
  return claims.success ? { userId: claims.data.sub, epoch: claims.data.epoch } : null;
}

/** A new value for a cookie that is older than a day: whoever keeps coming stays signed in. Else null. */
export async function renewedSession(value: string): Promise<string | null> {
  const token = await decode({ token: value, secret: sessionSecret() }).catch(() => null);
  const claims = sessionClaims(token);
  const age = Date.now() / 1000 - Number(token?.iat);
  return claims && age > RENEW_AFTER_SECONDS ? sealSession(claims) : null;
}

/** The value of one cookie in a Cookie header. */
export function cookieValue(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
