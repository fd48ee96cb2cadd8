"use client";

import { useTranslations } from "next-intl";

const FAULTS = ["required", "too_long", "not_storable", "password_short", "password_differs", "time_zone"] as const;

/** The sentence for the first fault that the schemas of lib/auth found in a field; none where it is fine. */
export function useFieldFault(): (faults: string[] | undefined) => string | undefined {
  const t = useTranslations("settings");
  return (faults) => {
    if (!faults?.length) return undefined;
    const known = FAULTS.find((fault) => fault === faults[0]);
    return known ? t(`fields.${known}`) : t("unexpected");
  };
}
