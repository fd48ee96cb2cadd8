"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "@/app/_components/ui/button";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Input } from "@/app/_components/ui/input";
import type { InputIssue } from "@/lib/errors";
import type { McpServer } from "@/lib/http/contract/mcp-servers";
import type { SecretDraft } from "./server-draft";

type Props = {
  kind: McpServer["transport"];
  secrets: readonly SecretDraft[];
  onChange: (next: SecretDraft[]) => void;
  issues: readonly InputIssue[];
};

/** Headers or variables, whose values are never shown again. */
export function SecretFields({ kind, secrets, onChange, issues }: Props) {
  const t = useTranslations("mcp");
  const id = useId();
  const change = (key: number, next: Partial<SecretDraft>) =>
    onChange(secrets.map((secret) => (secret.key === key ? { ...secret, ...next } : secret)));
  const add = () => {
    const key = Math.max(-1, ...secrets.map((secret) => secret.key)) + 1;
    onChange([...secrets, { key, name: "", value: "", stored: false }]);
  };
  const wrong = issues.filter(({ path }) => path === "secrets" || path.startsWith("secrets."));
  const again = wrong.some(({ message }) => message.includes("again"));
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="mb-1.5 font-medium text-ink text-sm">{t(`secrets.${kind}`)}</legend>
      {secrets.length > 0 && (
        <ul className="mb-2 space-y-2">
          {secrets.map(({ key, name, value, stored }) => (
            <li key={key} className="flex items-center gap-2">
              <Input
                aria-label={t("secretName")}
                value={name}
                readOnly={stored}
                onChange={({ target }) => change(key, { name: target.value })}
                placeholder={kind === "http" ? "Authorization" : "API_TOKEN"}
                aria-invalid={wrong.some(({ path }) => path === `secrets.${name.trim()}`) || undefined}
                className="min-w-0 flex-1 sm:flex-2 font-mono text-[13px] read-only:bg-sunken"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              {/* Not type=password: browsers would offer to save it, and fill in the account's own. */}
              <Input
                aria-label={t("secretValueOf", { name: name || t("secretName") })}
                value={value}
                onChange={({ target }) => change(key, { value: target.value })}
                placeholder={stored ? t("secretKept") : kind === "http" ? "Bearer …" : ""}
                className="min-w-0 flex-1 sm:flex-3 font-mono text-[13px] [-webkit-text-security:disc]"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                data-1p-ignore
              />
              <IconButton
                label={t("secretRemove", { name: name || t("secretName") })}
                onClick={() => onChange(secrets.filter((secret) => secret.key !== key))}
              >
                <X aria-hidden="true" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" icon={<Plus size={14} aria-hidden="true" />} onClick={add}>
        {t(`secretAdd.${kind}`)}
      </Button>
      <p id={`${id}-hint`} className="mt-1.5 text-[13px] text-ink-muted leading-5">
        {t(`secretsHint.${kind}`)}
      </p>
      <div aria-live="polite">
        {wrong.length > 0 && (
          <p className="mt-1.5 text-[13px] text-danger leading-5">{t(again ? "invalid.again" : "invalid.secrets")}</p>
        )}
      </div>
    </fieldset>
  );
}
