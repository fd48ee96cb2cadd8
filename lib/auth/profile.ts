import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { updateUser, userById } from "@/lib/db/queries/users";
import { AppError } from "@/lib/errors";
import { isTheme, THEMES, type Theme } from "@/lib/i18n/locale";
import { toLocale } from "./acting";
import { LocaleChoice, PersonName, TimeZone } from "./credentials";
import { parsed } from "./parsed";

const Choices = z.object({ name: PersonName, locale: LocaleChoice, theme: z.enum(THEMES), timeZone: TimeZone });
export const ProfileChange = Choices.partial();

export type Profile = { email: string } & z.infer<typeof Choices>;

export async function readProfile(actor: Pick<Actor, "userId">): Promise<Profile> {
  const user = await userById(await getDb(), actor.userId);
  if (!user) throw new AppError("unauthenticated", {});
  const { email, name, locale, theme, timeZone } = user;
  return { email, name, locale: toLocale(locale), theme: toTheme(theme), timeZone };
}

/** Changes what is given and leaves the rest. */
export async function updateProfile(actor: Actor, input: z.input<typeof ProfileChange>): Promise<void> {
  const changes = Object.fromEntries(
    Object.entries(parsed(ProfileChange, input)).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(changes).length > 0) await updateUser(await getDb(), actor.userId, changes);
}

const toTheme = (stored: string): Theme => (isTheme(stored) ? stored : "system");
