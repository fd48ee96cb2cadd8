"use server";
import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { fieldOf } from "@/app/_components/form-fields";
import { currentActor } from "@/lib/auth/actor";
import { beginSession, endSession } from "@/lib/auth/browser-session";
import { changePassword, disconnectProvider, PasswordChange, signOutEverywhere } from "@/lib/auth/security";
import { secureCookies } from "@/lib/auth/session-cookie";
import { CONNECT_COOKIE, CONNECT_PATH, CONNECT_SECONDS } from "@/lib/auth/way-cookies";
import { deleteAccount } from "@/lib/chat/delete-account";
import { isAppError } from "@/lib/errors";
import type { DeletionState, PasswordState } from "./_components/state";

const NewPassword = PasswordChange.extend({ repeat: z.string() }).refine((given) => given.next === given.repeat, {
  path: ["repeat"],
  error: "password_differs",
});

export async function savePassword(_previous: PasswordState, form: FormData): Promise<PasswordState> {
  const actor = await currentActor();
  if (!actor) return { status: "signed_out" };
  const input = NewPassword.safeParse({
    current: fieldOf(form, "current"),
    next: fieldOf(form, "next"),
    repeat: fieldOf(form, "repeat"),
  });
  if (!input.success) {
    const { current, ...fields } = z.flattenError(input.error).fieldErrors;
    return current ? { status: "wrong" } : { status: "invalid", fields };
  }
  try {
    const claims = await changePassword(actor, input.data);
    if (!claims) return { status: "wrong" };
    await beginSession(claims);
  } catch (error) {
    if (isAppError(error, "rate_limited"))
      return { status: "rate_limited", minutes: minutesOf(error.details.retry_after_s) };
    throw error;
  }
  refresh();
  return { status: "changed" };
}

export async function endAllSessions(): Promise<void> {
  const actor = await currentActor();
  if (actor) await signOutEverywhere(actor);
  await endSession();
  redirect("/sign-in");
}

/** Says that the next visit to a provider is to connect it, not to sign in; false when signed out. */
export async function beginConnecting(): Promise<boolean> {
  if (!(await currentActor())) return false;
  (await cookies()).set(CONNECT_COOKIE, "1", {
    httpOnly: true,
    sameSite: "lax",
    path: CONNECT_PATH,
    secure: secureCookies(),
    maxAge: CONNECT_SECONDS,
  });
  return true;
}

export async function disconnect(provider: string): Promise<"disconnected" | "last_way_in" | "signed_out"> {
  const actor = await currentActor();
  if (!actor) return "signed_out";
  const disconnected = await disconnectProvider(actor, z.string().max(100).parse(provider));
  refresh();
  return disconnected ? "disconnected" : "last_way_in";
}

export async function removeAccount(_previous: DeletionState, form: FormData): Promise<DeletionState> {
  const actor = await currentActor();
  if (!actor) return { status: "signed_out" };
  try {
    const outcome = await deleteAccount(actor, { password: fieldOf(form, "password"), email: fieldOf(form, "email") });
    if (outcome !== "deleted") return { status: outcome };
  } catch (error) {
    if (isAppError(error, "rate_limited"))
      return { status: "rate_limited", minutes: minutesOf(error.details.retry_after_s) };
    throw error;
  }
  await endSession();
  redirect("/sign-in");
}

const minutesOf = (seconds: number): number => Math.ceil(seconds / 60);
