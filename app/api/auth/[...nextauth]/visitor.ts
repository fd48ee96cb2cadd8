import { cookies } from "next/headers";
import { currentActor } from "@/lib/auth/actor";
import { countedAddress } from "@/lib/auth/counted-address";
import { TimeZone } from "@/lib/auth/credentials";
import type { Visitor } from "@/lib/auth/options";
import { CONNECT_COOKIE, TIME_ZONE_COOKIE } from "@/lib/auth/way-cookies";
import { clientAddress } from "@/lib/http/origin";
import { preferences } from "@/lib/i18n/preferences";

/** What an account made in this request would start with, and on whose behalf a provider is being connected. */
export async function readVisitor(request: Request): Promise<Visitor> {
  const jar = await cookies();
  const { locale } = await preferences();
  const timeZone = TimeZone.safeParse(jar.get(TIME_ZONE_COOKIE)?.value);
  const wantsToConnect = jar.has(CONNECT_COOKIE);
  return {
    address: countedAddress(clientAddress(request)),
    locale,
    timeZone: timeZone.success ? timeZone.data : "UTC",
    connecting: wantsToConnect ? ((await currentActor())?.userId ?? null) : null,
  };
}
