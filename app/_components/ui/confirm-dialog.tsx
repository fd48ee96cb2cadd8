"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { surely } from "../surely";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  body?: ReactNode;
  /** What the button does, as a verb. */
  confirm: ReactNode;
  danger?: boolean;
  /** A rejection leaves the dialog open; say what went wrong where you handle it. */
  onConfirm: () => void | Promise<void>;
};

const ConfirmPanel = lazy(surely(() => import("./confirm-panel")));

/** A question before something that cannot simply be taken back. It stays open, busy, until `onConfirm` is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmPanel {...props} />
    </Suspense>
  );
}
