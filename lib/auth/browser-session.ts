import { cookies } from "next/headers";
import { LOCALE_COOKIE, THEME_COOKIE } from "@/lib/i18n/locale";
import { readProfile } from "./profile";
import { type SessionClaims, sealSession, secureCookies, sessionCookie } from "./session-cookie";
import { WORKSPACE_COOKIE } from "./workspace-cookie";

const A_YEAR = 365 * 24 * 60 * 60;

/** Signs this browser in. Only where cookies can be set: in server actions and route handlers. */
export async function beginSession(claims: SessionClaims): Promise<void> {
  const { name, options } = sessionCookie();
  (await cookies()).set(name, await sealSession(claims), options);
  await rememberLook(await readProfile(claims));
}

/** Has this browser act in that workspace. It only chooses: who is a member is looked up at each request. */
export async function rememberWorkspace(workspaceId: string): Promise<void> {
  const options = { httpOnly: true, path: "/", sameSite: "lax", secure: secureCookies(), maxAge: A_YEAR } as const;
  (await cookies()).set(WORKSPACE_COOKIE, workspaceId, options);
}

/** Signs this browser out. */
export async function endSession(): Promise<void> {
  const { name, options } = sessionCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** Language and theme stay with the browser, for the pages before signing in and for the first paint. */
export async function rememberLook(look: { locale?: string | undefined; theme?: string | undefined }): Promise<void> {
  const jar = await cookies();
  const options = { path: "/", sameSite: "lax", secure: secureCookies(), maxAge: A_YEAR } as const;
  if (look.locale) jar.set(LOCALE_COOKIE, look.locale, options);
  if (look.theme) jar.set(THEME_COOKIE, look.theme, options);
}
