"use server";
import { refresh } from "next/cache";
import { rememberLook } from "@/lib/auth/browser-session";
import { LocaleChoice } from "@/lib/auth/credentials";

/** For somebody who is not signed in: the browser remembers it. */
export async function chooseLanguage(form: FormData): Promise<void> {
  const locale = LocaleChoice.safeParse(form.get("locale"));
  if (!locale.success) return;
  await rememberLook({ locale: locale.data });
  refresh();
}
