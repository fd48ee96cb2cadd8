"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "./button";
import type { ConfirmDialogProps } from "./confirm-dialog";
import DialogPanel from "./dialog-panel";

export default function ConfirmPanel({
  open,
  onOpenChange,
  title,
  body,
  confirm,
  danger = false,
  onConfirm,
}: ConfirmDialogProps) {
  const t = useTranslations("common");
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onOpenChange(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogPanel
      alert
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={body}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={busy}>
            {t("cancel")}
          </Button>
          <Button variant={danger ? "danger" : "primary"} onClick={run} loading={busy}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
