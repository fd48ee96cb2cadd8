"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useTransition } from "react";
import { applyTheme, useTheme } from "@/app/_components/theme";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { toast } from "@/app/_components/ui/toast";
import { isLocale, isTheme, LOCALE_NAMES, LOCALES, THEMES, type Theme } from "@/lib/i18n/locale";
import { saveLook } from "../../../_components/actions";

/** Language and appearance: chosen is done, and saved behind it. */
export function LookChoices({ savedTheme }: { savedTheme: Theme }) {
  const t = useTranslations("settings");
  const locale = useLocale();
  const theme = useTheme(savedTheme);
  const [pending, startTransition] = useTransition();
  const save = (look: Parameters<typeof saveLook>[0]) =>
    startTransition(async () => {
      const saved = await saveLook(look).catch(() => false);
      if (!saved) toast.error(t("unexpected"), { key: "look" });
    });

  const chooseLocale = (chosen: string) => {
    if (isLocale(chosen) && chosen !== locale) save({ locale: chosen });
  };
  const chooseTheme = (chosen: string) => {
    if (!isTheme(chosen) || chosen === theme) return;
    applyTheme(chosen);
    save({ theme: chosen });
  };

  // What was chosen before the page was hydrated: no event told of it, the fields alone still know.
  const localeField = useRef<HTMLSelectElement>(null);
  const themeField = useRef<HTMLSelectElement>(null);
  const catchUp = useRef(() => {
    if (localeField.current) chooseLocale(localeField.current.value);
    if (themeField.current) chooseTheme(themeField.current.value);
  });
  useEffect(() => catchUp.current(), []);

  return (
    <div className="space-y-5 border-line border-t pt-7" aria-busy={pending || undefined}>
      {/* No autofill: a browser that puts back the choice of an earlier visit would be taken at its word. */}
      <Field label={t("language")}>
        <Select
          ref={localeField}
          autoComplete="off"
          value={locale}
          onChange={({ target }) => chooseLocale(target.value)}
        >
          {LOCALES.map((each) => (
            <option key={each} value={each} lang={each}>
              {LOCALE_NAMES[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("theme")}>
        <Select ref={themeField} autoComplete="off" value={theme} onChange={({ target }) => chooseTheme(target.value)}>
          {THEMES.map((each) => (
            <option key={each} value={each}>
              {t(`themes.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
