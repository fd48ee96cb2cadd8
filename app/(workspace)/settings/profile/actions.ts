"use server";
import { refresh } from "next/cache";
import { z } from "zod";
import { currentActor } from "@/lib/auth/actor";
import { ProfileChange, updateProfile } from "@/lib/auth/profile";
import type { ProfileState } from "./_components/state";

const Saved = ProfileChange.pick({ name: true, timeZone: true }).required();

export async function saveProfile(_previous: ProfileState, form: FormData): Promise<ProfileState> {
  const actor = await currentActor();
  if (!actor) return { status: "signed_out" };
  const typed = { name: String(form.get("name") ?? ""), timeZone: String(form.get("timeZone") ?? "") };
  const input = Saved.safeParse(typed);
  if (!input.success) return { status: "invalid", fields: z.flattenError(input.error).fieldErrors, typed };
  await updateProfile(actor, input.data);
  refresh();
  return { status: "saved" };
}
