"use server";

import { refresh } from "next/cache";
import { currentActor } from "@/lib/auth/actor";
import { endSession, rememberLook } from "@/lib/auth/browser-session";
import { ProfileChange, updateProfile } from "@/lib/auth/profile";

const Look = ProfileChange.pick({ theme: true, locale: true });

/** Saves the language or the theme, for this browser and for the account; false when it could not be. */
export async function saveLook(input: unknown): Promise<boolean> {
  const actor = await currentActor();
  const look = Look.safeParse(input);
  if (!actor || !look.success) return false;
  await updateProfile(actor, look.data);
  await rememberLook(look.data);
  refresh();
  return true;
}

/** Signs this browser out. Answers where to go. */
export async function signOut(): Promise<string> {
  await endSession();
  return "/sign-in";
}
