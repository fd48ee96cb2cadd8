"use server";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { fieldOf } from "@/app/_components/form-fields";
import { beginSession } from "@/lib/auth/browser-session";
import { countedAddress } from "@/lib/auth/counted-address";
import { nextPath } from "@/lib/auth/next-path";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { isAppError } from "@/lib/errors";
import { clientAddress } from "@/lib/http/origin";
import { type EntryState, type FieldFaults, minutesOf } from "../_components/state";

export async function signIn(_previous: EntryState, form: FormData): Promise<EntryState> {
  const [email, password, next] = [fieldOf(form, "email"), fieldOf(form, "password"), fieldOf(form, "next")];
  const missing: FieldFaults = {};
  if (email.trim() === "") missing.email = "required";
  if (password === "") missing.password = "required";
  if (Object.keys(missing).length > 0) return { status: "invalid", fields: missing, email };
  try {
    const address = countedAddress(clientAddress({ headers: await headers() }));
    const claims = await signInWithPassword({ email, password }, address);
    if (!claims) return { status: "wrong", email };
    await beginSession(claims);
  } catch (error) {
    if (isAppError(error, "rate_limited")) return { status: "rate_limited", minutes: minutesOf(error), email };
    throw error;
  }
  redirect(nextPath(next));
}
