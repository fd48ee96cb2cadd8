import { useFormatter, useTranslations } from "next-intl";
import { FALLBACKS } from "@/lib/context/summary/fallback";
import type { ContextVersion } from "@/lib/http/contract/context";

/** Most merges cost less than a cent: as many digits as tell one from another. */
const DOLLARS = { style: "currency", currency: "USD", maximumSignificantDigits: 2 } as const;

/** How a version came about: by whom, how long it took, what it cost. */
export function useHow(): (version: ContextVersion) => string[] {
  const t = useTranslations("context");
  const format = useFormatter();
  const maker = ({ method, fallback, model }: ContextVersion) => {
    if (method === "user") return t("versions.byYou");
    if (method === "model") return (model ?? "").replace(/^[^:]*:/, "");
    if (fallback === null) return t("versions.builtIn");
    const reason = FALLBACKS.find((known) => known === fallback) ?? "other";
    return t("versions.builtInBecause", { reason: t(`versions.faults.${reason}`) });
  };
  return (version) => {
    const { method, usage, duration_ms, runes_before, runes_after } = version;
    if (method === "user") return [maker(version)];
    const seconds = Math.round(duration_ms / 100) / 10;
    const took = seconds < 1 ? t("versions.underASecond") : t("versions.seconds", { seconds });
    const tokens =
      usage?.input_tokens === undefined
        ? []
        : [t("versions.tokens", { input: usage.input_tokens, output: usage.output_tokens ?? 0 })];
    return [
      maker(version),
      took,
      ...tokens,
      ...(usage?.cost_usd === undefined ? [] : [format.number(usage.cost_usd, DOLLARS)]),
      t("versions.size", { before: runes_before, after: runes_after }),
    ];
  };
}
