"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import type { InputIssue } from "@/lib/errors";
import { type Connection, nameFor, PRESETS } from "./connection";

type Props = {
  value: Connection;
  onChange: (next: Connection) => void;
  issues: readonly InputIssue[];
  /** A key is stored already: an empty field keeps it. */
  keyStored?: boolean;
};

/** Name, address and key of a provider. */
export function ConnectionFields({ value, onChange, issues, keyStored = false }: Props) {
  const t = useTranslations("models");
  const own = value.kind === "openai-compatible";
  const wrong = (path: string) => issues.some((issue) => issue.path === path);
  const addressFault =
    wrong("base_url") && t(own && !value.baseUrl.trim() ? "invalid.base_url_missing" : "invalid.base_url");
  const keyFault = wrong("api_key") && t(keyStored && !value.apiKey ? "invalid.api_key_again" : "invalid.api_key");

  const address = (
    <Field
      label={own ? t("baseUrl") : t("baseUrlOther")}
      aside={own ? undefined : t("optional")}
      hint={own ? t("baseUrlHint") : t("baseUrlOtherHint")}
      error={addressFault}
    >
      <Input
        type="url"
        value={value.baseUrl}
        onChange={({ target }) => onChange({ ...value, baseUrl: target.value })}
        placeholder={own ? "http://localhost:11434/v1" : "https://"}
        autoComplete="off"
        spellCheck={false}
        required={own}
      />
    </Field>
  );
  // A server of one's own is known by its address; a hosted provider by the key, and hardly ever by another address.
  return (
    <div className="space-y-5">
      {own && address}
      {own && !keyStored && <Presets onChoose={(preset) => onChange({ ...value, ...preset })} />}
      <Field
        label={t("apiKey")}
        aside={own && !keyStored ? t("apiKeyOptional") : undefined}
        hint={keyStored ? t("apiKeyKeep") : t("apiKeyHint")}
        error={keyFault}
      >
        {/* Not type=password: browsers would offer to save it, and fill in the account's own. */}
        <Input
          value={value.apiKey}
          onChange={({ target }) => onChange({ ...value, apiKey: target.value })}
          className="font-mono [-webkit-text-security:disc]"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-1p-ignore
        />
      </Field>
      <Field label={t("name")} aside={t("optional")} error={wrong("name") && t("invalid.name")}>
        <Input
          value={value.name}
          onChange={({ target }) => onChange({ ...value, name: target.value })}
          placeholder={nameFor({ ...value, name: "" }, t(`kinds.${value.kind}`))}
          maxLength={60}
          autoComplete="off"
        />
      </Field>
      {!own && address}
    </div>
  );
}

function Presets({ onChoose }: { onChoose: (preset: (typeof PRESETS)[number]) => void }) {
  return (
    <ul className="-mt-3 flex flex-wrap gap-1">
      {PRESETS.map((preset) => (
        <li key={preset.name}>
          <button
            type="button"
            onClick={() => onChoose(preset)}
            className="touch-target inline-flex h-6.5 items-center rounded-full border border-line px-2 text-ink-muted text-xs transition-colors duration-100 hover:border-line-strong hover:text-ink"
          >
            {preset.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
