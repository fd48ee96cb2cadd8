import { cookies } from "next/headers";
import { currentActor } from "@/lib/auth/actor";
import { countedAddress } from "@/lib/auth/counted-address";
import { TimeZone } from "@/lib/auth/credentials";
import type { Visitor } from "@/lib/auth/options";
import { callbackCookieName } from "@/lib/auth/session-cookie";
import { CONNECT_COOKIE, TIME_ZONE_COOKIE } from "@/lib/auth/way-cookies";
import { clientAddress } from "@/lib/http/origin";
import { preferences } from "@/lib/i18n/preferences";
import { joiningBy } from "@/lib/workspaces/invitations";

/**
 * What an account made in this request would start with, on whose behalf a provider is being connected, and the address
 * that the sign-in is to lead to.
 */
export async function readVisitor(request: Request): Promise<Visitor & { wanted: string | undefined }> {
  const jar = await cookies();
  const { locale } = await preferences();
  const timeZone = TimeZone.safeParse(jar.get(TIME_ZONE_COOKIE)?.value);
  const wantsToConnect = jar.has(CONNECT_COOKIE);
  const wanted = jar.get(callbackCookieName())?.value;
  return {
    address: countedAddress(clientAddress(request)),
    locale,
    timeZone: timeZone.success ? timeZone.data : "UTC",
    wanted,
    join: joiningBy(wanted),
    connecting: wantsToConnect ? ((await currentActor())?.userId ?? null) : null,
  };
}
