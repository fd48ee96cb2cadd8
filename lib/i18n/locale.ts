import type { Locale } from "@/lib/auth/actor-type";

export const LOCALES = ["en", "zh-CN"] as const satisfies readonly Locale[];
/** Each language in its own words. */
export const LOCALE_NAMES: Record<Locale, string> = { en: "English", "zh-CN": "简体中文" };
export const LOCALE_COOKIE = "locale";
export const THEME_COOKIE = "theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value);
export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** The first language of an Accept-Language header that the product speaks; English where it names none. */
export function localeOfHeader(header: string | null): Locale {
  const wanted = (header ?? "")
    .split(",")
    .map((range, index) => {
      const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
      const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
      const q = Number(weight ?? 1);
      return { tag, q: Number.isFinite(q) ? q : 0, index };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q || a.index - b.index);
  for (const { tag } of wanted) {
    if (tag === "zh" || tag.startsWith("zh-")) return "zh-CN";
    if (tag === "en" || tag.startsWith("en-")) return "en";
  }
  return "en";
}
