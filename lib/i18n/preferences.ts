import { cookies, headers } from "next/headers";
import { cache } from "react";
import { currentActor } from "@/lib/auth/actor";
import type { Locale } from "@/lib/auth/actor-type";
import { type Profile, readProfile } from "@/lib/auth/profile";
import { isLocale, isTheme, LOCALE_COOKIE, localeOfHeader, THEME_COOKIE, type Theme } from "./locale";

/** The profile of whoever asks for this page; null when nobody is signed in. Read once a request. */
export const currentProfile = cache(async (): Promise<Profile | null> => {
  const actor = await currentActor();
  return actor && readProfile(actor);
});

export type Preferences = { locale: Locale; theme: Theme; timeZone: string };

/** How to speak to whoever asks: the profile decides, then the cookie, then the browser. */
export async function preferences(): Promise<Preferences> {
  const profile = await currentProfile();
  if (profile) return profile;
  const [jar, requestHeaders] = await Promise.all([cookies(), headers()]);
  const locale = jar.get(LOCALE_COOKIE)?.value;
  const theme = jar.get(THEME_COOKIE)?.value;
  return {
    locale: isLocale(locale) ? locale : localeOfHeader(requestHeaders.get("accept-language")),
    theme: isTheme(theme) ? theme : "system",
    timeZone: "UTC",
  };
}
