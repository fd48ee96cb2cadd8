import { cookies, headers } from "next/headers";
import { cache } from "react";
import { currentActor } from "@/lib/auth/actor";
import type { Locale } from "@/lib/auth/actor-type";
import { isLocale, isTheme, LOCALE_COOKIE, localeOfHeader, THEME_COOKIE, type Theme } from "./locale";

export type Preferences = { locale: Locale; theme: Theme; timeZone: string };

/** How to speak to whoever asks: the profile decides, then the cookie, then the browser. Read once a request. */
export const preferences = cache(async (): Promise<Preferences> => {
  const [actor, jar, requestHeaders] = await Promise.all([currentActor(), cookies(), headers()]);
  const localeCookie = jar.get(LOCALE_COOKIE)?.value;
  const themeCookie = jar.get(THEME_COOKIE)?.value;
  return {
    locale:
      actor?.locale ?? (isLocale(localeCookie) ? localeCookie : localeOfHeader(requestHeaders.get("accept-language"))),
    theme: isTheme(themeCookie) ? themeCookie : "system",
    timeZone: actor?.timeZone ?? "UTC",
  };
});
