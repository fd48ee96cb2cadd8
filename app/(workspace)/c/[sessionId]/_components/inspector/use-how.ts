import { useTranslations } from "next-intl";
import type { ContextVersion } from "@/lib/http/contract/context";

const FAULTS = [
  "backlog",
  "unreachable",
  "timeout",
  "rate_limited",
  "unauthorized",
  "model_missing",
  "context_too_long",
  "refused",
  "server_error",
  "cut_off",
  "empty_answer",
  "bad_response",
  "output_limit",
  "longer_than_input",
  "wrong_language",
  "echo",
] as const;

/** How a version came about: by whom, how long it took, what it cost. */
export function useHow(): (version: ContextVersion) => string[] {
  const t = useTranslations("context");
  const maker = ({ method, fallback, model }: ContextVersion) => {
    if (method === "user") return t("versions.byYou");
    if (method === "model") return (model ?? "").replace(/^[^:]*:/, "");
    if (fallback === null) return t("versions.builtIn");
    const fault = FAULTS.find((known) => known === fallback) ?? "other";
    return t("versions.builtInBecause", { reason: t(`versions.faults.${fault}`) });
  };
  return (version) => {
    const { method, usage, duration_ms, runes_before, runes_after } = version;
    if (method === "user") return [maker(version)];
    const seconds = Math.round(duration_ms / 100) / 10;
    const tokens =
      usage?.input_tokens === undefined
        ? []
        : [t("versions.tokens", { input: usage.input_tokens, output: usage.output_tokens ?? 0 })];
    return [
      maker(version),
      t("versions.seconds", { seconds }),
      ...tokens,
      t("versions.size", { before: runes_before, after: runes_after }),
    ];
  };
}
