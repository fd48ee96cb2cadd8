"use client";

import { useLocale, useTranslations } from "next-intl";
import { useTransition } from "react";
import { applyTheme, useTheme } from "@/app/_components/theme";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { toast } from "@/app/_components/ui/toast";
import { isLocale, isTheme, LOCALE_NAMES, LOCALES, THEMES, type Theme } from "@/lib/i18n/locale";
import { saveLook } from "../../../_components/actions";

/** Language and appearance: chosen is done, and saved behind it. */
export function LookChoices({ painted }: { painted: Theme }) {
  const t = useTranslations("settings");
  const locale = useLocale();
  const theme = useTheme(painted);
  const [pending, startTransition] = useTransition();
  const save = (look: Parameters<typeof saveLook>[0]) =>
    startTransition(async () => {
      const saved = await saveLook(look).catch(() => false);
      if (!saved) toast.error(t("unexpected"), { key: "look" });
    });

  return (
    <div className="space-y-5 border-line border-t pt-7" aria-busy={pending || undefined}>
      <Field label={t("language")}>
        <Select value={locale} onChange={({ target }) => isLocale(target.value) && save({ locale: target.value })}>
          {LOCALES.map((each) => (
            <option key={each} value={each} lang={each}>
              {LOCALE_NAMES[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("theme")}>
        <Select
          value={theme}
          onChange={({ target }) => {
            if (!isTheme(target.value)) return;
            applyTheme(target.value);
            save({ theme: target.value });
          }}
        >
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
