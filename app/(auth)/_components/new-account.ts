import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { fieldOf } from "@/app/_components/form-fields";
import { beginSession } from "@/lib/auth/browser-session";
import { countedAddress } from "@/lib/auth/counted-address";
import { NewUser, TimeZone } from "@/lib/auth/credentials";
import { isAppError } from "@/lib/errors";
import { clientAddress } from "@/lib/http/origin";
import { type EntryState, faultsOf, minutesOf } from "./state";

type Create = (input: z.output<typeof NewUser>, address: string) => Promise<{ userId: string }>;

/** Makes an account of what was typed and signs this browser in; null where it did, else what is to be corrected. */
export async function accountFrom(form: FormData, create: Create): Promise<EntryState | null> {
  const typed = { name: fieldOf(form, "name"), email: fieldOf(form, "email") };
  // A browser may know zones that this runtime does not; days are then counted in UTC until the person says otherwise.
  const timeZone = TimeZone.catch("UTC").parse(fieldOf(form, "timeZone"));
  const input = NewUser.safeParse({
    ...typed,
    password: fieldOf(form, "password"),
    locale: await getLocale(),
    timeZone,
  });
  if (!input.success) return { status: "invalid", fields: faultsOf(z.flattenError(input.error).fieldErrors), ...typed };
  try {
    const address = countedAddress(clientAddress({ headers: await headers() }));
    const { userId } = await create(input.data, address);
    await beginSession({ userId, epoch: 0 });
  } catch (error) {
    if (isAppError(error, "rate_limited")) return { status: "rate_limited", minutes: minutesOf(error), ...typed };
    if (isAppError(error, "email_taken") || isAppError(error, "sign_up_closed"))
      return { status: error.code, ...typed };
    throw error;
  }
  return null;
}
