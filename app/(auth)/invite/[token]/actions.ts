"use server";
import { redirect } from "next/navigation";
import { currentPerson } from "@/lib/auth/actor";
import { rememberWorkspace } from "@/lib/auth/browser-session";
import { isAppError } from "@/lib/errors";
import { acceptInvitation, signUpWithInvitation } from "@/lib/workspaces/invitations";
import { accountFrom } from "../../_components/new-account";
import type { EntryState } from "../../_components/state";

/** A new account for whoever has the link, which brings them into the workspace. */
export async function signUpInvited(token: string, _previous: EntryState, form: FormData): Promise<EntryState> {
  try {
    const fault = await accountFrom(form, (input, address) => signUpWithInvitation(input, address, token));
    if (fault) return fault;
  } catch (error) {
    // Used up meanwhile: the page says so.
    if (isAppError(error, "not_found")) redirect(`/invite/${token}`);
    throw error;
  }
  redirect("/");
}

export async function join(token: string): Promise<void> {
  const person = await currentPerson();
  if (!person) redirect(`/sign-in?next=${encodeURIComponent(`/invite/${token}`)}`);
  try {
    const { workspaceId } = await acceptInvitation(person, token);
    await rememberWorkspace(workspaceId);
  } catch (error) {
    if (isAppError(error, "not_found")) redirect(`/invite/${token}`);
    throw error;
  }
  redirect("/");
}
