"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_components/ui/field";
import { Input, Textarea } from "@/app/_components/ui/input";
import { Notice } from "@/app/_components/ui/notice";
import { Select } from "@/app/_components/ui/select";
import type { InputIssue } from "@/lib/errors";
import { SecretFields } from "./secret-fields";
import type { ServerDraft } from "./server-draft";

type Props = {
  value: ServerDraft;
  onChange: (next: ServerDraft) => void;
  issues: readonly InputIssue[];
  commands: boolean;
  /** It exists already: what kind it is stays. */
  kindFixed: boolean;
  /** Its stored secrets cannot be read any more. */
  lost: boolean;
};

const code = "font-mono text-[13px]";
const plainText = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function ServerFields({ value, onChange, issues, commands, kindFixed, lost }: Props) {
  const t = useTranslations("mcp");
  const fault = (path: "name" | "url" | "command" | "args") =>
    issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}.`)) && t(`invalid.${path}`);
  const taken = issues.some(({ path, message }) => path === "name" && message.includes("another server"));
  return (
    <div className="space-y-5">
      <Field label={t("name")} hint={t("nameHint")} error={taken ? t("invalid.nameTaken") : fault("name")}>
        <Input
          value={value.name}
          onChange={({ target }) => onChange({ ...value, name: target.value })}
          placeholder="calendar"
          maxLength={32}
          {...plainText}
        />
      </Field>
      {!kindFixed && commands && (
        <Field label={t("transport")} hint={t(`transportHint.${value.transport}`)}>
          <Select
            value={value.transport}
            onChange={({ target }) =>
              onChange({ ...value, transport: target.value === "stdio" ? "stdio" : "http", secrets: [] })
            }
          >
            <option value="http">{t("transports.http")}</option>
            <option value="stdio">{t("transports.stdio")}</option>
          </Select>
        </Field>
      )}
      {value.transport === "http" ? (
        <Field label={t("url")} hint={t("urlHint")} error={fault("url")}>
          <Input
            type="url"
            value={value.url}
            onChange={({ target }) => onChange({ ...value, url: target.value })}
            placeholder="https://mcp.example.org/mcp"
            className={code}
            {...plainText}
          />
        </Field>
      ) : (
        <>
          <Field label={t("command")} hint={t("commandHint")} error={fault("command")}>
            <Input
              value={value.command}
              onChange={({ target }) => onChange({ ...value, command: target.value })}
              placeholder="npx"
              className={code}
              {...plainText}
            />
          </Field>
          <Field label={t("args")} aside={t("optional")} hint={t("argsHint")} error={fault("args")}>
            <Textarea
              value={value.args}
              onChange={({ target }) => onChange({ ...value, args: target.value })}
              placeholder={"-y\n@modelcontextprotocol/server-everything"}
              rows={3}
              className={code}
              {...plainText}
            />
          </Field>
        </>
      )}
      {lost && <Notice tone="danger">{t("secretsLost")}</Notice>}
      <SecretFields
        kind={value.transport}
        secrets={value.secrets}
        onChange={(secrets) => onChange({ ...value, secrets })}
        issues={issues}
      />
      {!kindFixed && !commands && <Notice tone="neutral">{t("stdioOff")}</Notice>}
      {issues.some(({ path }) => path === "transport") && <Notice tone="danger">{t("stdioOff")}</Notice>}
    </div>
  );
}
