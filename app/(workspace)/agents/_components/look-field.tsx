"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { AgentMark } from "@/app/_components/agent-mark";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { toast } from "@/app/_components/ui/toast";
import type { AgentDraft } from "./agent-draft";
import { makePicture } from "./make-picture";

/** How it looks: an emoji, or a picture in its place. */
export function LookField({
  value,
  onChange,
  error,
}: {
  value: AgentDraft;
  onChange: (next: AgentDraft) => void;
  error: ReactNode;
}) {
  const t = useTranslations("agents");
  const file = useRef<HTMLInputElement>(null);
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      onChange({ ...value, picture: await makePicture(chosen) });
    } catch {
      toast.error(t("pictureFailed"));
    }
  };
  return (
    <Field label={t("emoji")} aside={t("optional")} hint={t("lookHint")} error={error}>
      <div className="flex flex-wrap items-center gap-2.5">
        <AgentMark agent={value} />
        <EmojiInput value={value} onChange={onChange} />
        <Button onClick={() => file.current?.click()}>{t("choosePicture")}</Button>
        {value.picture && (
          <Button variant="ghost" onClick={() => onChange({ ...value, picture: null })}>
            {t("removePicture")}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = "";
          }}
        />
      </div>
    </Field>
  );
}

function EmojiInput({ value, onChange }: { value: AgentDraft; onChange: (next: AgentDraft) => void }) {
  return (
    <Input
      value={value.emoji}
      onChange={({ target }) => onChange({ ...value, emoji: target.value, picture: null })}
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      className="w-20! text-center"
    />
  );
}
