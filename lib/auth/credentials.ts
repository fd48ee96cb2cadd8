import { z } from "zod";
import { storable } from "@/lib/http/contract/common";
import { LOCALES } from "@/lib/i18n/locale";

// The messages are keys: the screen has a sentence for each in messages/*/auth.json under `fields`.
const text = (max: number) =>
  z.string({ error: "required" }).max(max, { error: "too_long" }).refine(storable, { error: "not_storable" });

export const Email = z
  .string({ error: "required" })
  .trim()
  .min(1, { error: "required" })
  .max(254, { error: "too_long" })
  .toLowerCase()
  .pipe(z.email({ error: "email" }));

/** A password that may be set. One that is only compared is never refused for its form: that would tell it apart. */
export const NewPassword = text(200).min(8, { error: "password_short" });

export const PersonName = text(100).trim().min(1, { error: "required" });

export const LocaleChoice = z.enum(LOCALES);

/** An IANA time zone that this runtime can compute days in. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: "time_zone" });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What a new account is made from. */
export const NewUser = z.object({
  email: Email,
  password: NewPassword,
  name: PersonName,
  locale: LocaleChoice.default("en"),
  timeZone: TimeZone.default("UTC"),
});
