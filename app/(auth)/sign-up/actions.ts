"use server";
import { redirect } from "next/navigation";
import { fieldOf } from "@/app/_components/form-fields";
import { nextPath } from "@/lib/auth/next-path";
import { signUp as createAccount } from "@/lib/auth/users";
import { accountFrom } from "../_components/new-account";
import type { EntryState } from "../_components/state";

export async function signUp(_previous: EntryState, form: FormData): Promise<EntryState> {
  const fault = await accountFrom(form, createAccount);
  if (fault) return fault;
  redirect(nextPath(fieldOf(form, "next")));
}
