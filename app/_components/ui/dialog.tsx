"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { surely } from "../surely";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the chief one last. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** A question that must be answered: a press outside does not close it, and it is announced as an alert. */
  alert?: boolean;
  /** A sheet at the side of a wide window, all of a narrow one. */
  side?: boolean;
  children?: ReactNode;
};

const load = surely(() => import("./dialog-panel"));
const DialogPanel = lazy(load);

/** A modal dialog. Its code is fetched when it first opens; `preloadDialog` fetches it before. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  );
}

export function preloadDialog(): void {
  void load();
}
