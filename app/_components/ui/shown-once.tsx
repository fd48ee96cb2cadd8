"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";
import { toast } from "./toast";

type Props = {
  title: string;
  body: string;
  /** What the secret is. */
  label: string;
  secret: string;
  onClose: () => void;
};

/** The one time that a token or a link is shown. A press beside the dialog does not lose it. */
export function ShownOnce({ title, body, label, secret, onClose }: Props) {
  const t = useTranslations("common");
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
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
      title={title}
      description={body}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <div className="flex items-end gap-2 px-px pb-px">
        <Field label={label} hideLabel className="min-w-0 flex-1">
          <Input
            ref={field}
            readOnly
            value={secret}
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
