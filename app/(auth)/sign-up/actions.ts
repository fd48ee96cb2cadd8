"use server";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { fieldOf } from "@/app/_components/form-fields";
import { beginSession } from "@/lib/auth/browser-session";
import { countedAddress } from "@/lib/auth/counted-address";
import { NewUser, TimeZone } from "@/lib/auth/credentials";
import { nextPath } from "@/lib/auth/next-path";
import { signUp as createAccount } from "@/lib/auth/users";
import { isAppError } from "@/lib/errors";
import { clientAddress } from "@/lib/http/origin";
import { type EntryState, faultsOf, minutesOf } from "../_components/state";

export async function signUp(_previous: EntryState, form: FormData): Promise<EntryState> {
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
    const { userId } = await createAccount(input.data, address);
    await beginSession({ userId, epoch: 0 });
  } catch (error) {
    if (isAppError(error, "rate_limited")) return { status: "rate_limited", minutes: minutesOf(error), ...typed };
    if (isAppError(error, "email_taken") || isAppError(error, "sign_up_closed"))
      return { status: error.code, ...typed };
    throw error;
  }
  redirect(nextPath(fieldOf(form, "next")));
}
