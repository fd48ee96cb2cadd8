"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { toast } from "@/app/_components/ui/toast";

/** The one time that a token is shown. A press beside the dialog does not lose it. */
export function CreatedToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const t = useTranslations("settings");
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setCopied(true);
    } catch {
      // Browsers offer the clipboard on secure addresses only, and people may refuse it.
      field.current?.select();
      toast.error(t("copyFailed"));
    }
  };
  return (
    <Dialog
      alert
      open
      onOpenChange={onClose}
      size="md"
      title={t("tokenCreated", { name })}
      description={t("tokenCreatedBody")}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <div className="flex items-end gap-2 px-px pb-px">
        <Field label={t("tokenValue")} hideLabel className="min-w-0 flex-1">
          <Input
            ref={field}
            readOnly
            value={token}
            onFocus={({ target }) => target.select()}
            className="font-mono text-[13px]"
          />
        </Field>
        <Button
          icon={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          onClick={copy}
        >
          {copied ? t("copied") : t("copy")}
        </Button>
      </div>
    </Dialog>
  );
}
