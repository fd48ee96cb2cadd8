"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

/** A question before something that cannot simply be taken back. It stays open, busy, until `onConfirm` is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  confirm,
  danger = false,
  onConfirm,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  body?: ReactNode;
  /** What the button does, as a verb. */
  confirm: ReactNode;
  danger?: boolean;
  /** A rejection leaves the dialog open; say what went wrong where you handle it. */
  onConfirm: () => void | Promise<void>;
}) {
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
    <Dialog
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
