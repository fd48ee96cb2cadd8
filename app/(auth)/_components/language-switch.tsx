import { useLocale, useTranslations } from "next-intl";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";
import { chooseLanguage } from "../actions";

/** Each language under its own name, for whoever cannot read the present one. */
export function LanguageSwitch() {
  const t = useTranslations("auth");
  const current = useLocale();
  return (
    <form action={chooseLanguage}>
      <fieldset className="flex gap-1">
        <legend className="sr-only">{t("language")}</legend>
        {LOCALES.map((locale) => (
          <button
            key={locale}
            type="submit"
            name="locale"
            value={locale}
            lang={locale}
            aria-pressed={locale === current}
            className="touch-target rounded-control px-2.5 py-1 text-[13px] text-ink-muted transition-colors duration-100 hover:bg-ink/6 hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            {LOCALE_NAMES[locale]}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
