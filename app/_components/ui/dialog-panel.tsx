"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as RadixDialog from "radix-ui/dialog";
import { useState } from "react";
import type { DialogProps } from "./dialog";
import { IconButton } from "./icon-button";

const widths = { sm: "sm:max-w-md", md: "sm:max-w-lg", lg: "sm:max-w-2xl" };

/** What had the focus; for an entry of a menu, which is gone by then, the menu's button. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  const opener = menu ? document.getElementById(menu) : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

export default function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "sm",
  alert = false,
  side = false,
  children,
}: DialogProps) {
  const t = useTranslations("common");
  const [opener] = useState(openerNow);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-70 animate-fade bg-scrim" />
        <RadixDialog.Content
          {...(alert && { role: "alertdialog" })}
          {...(!description && { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            // A side panel is read first: its close button, which comes first in it, would only wear a ring. Radix made
            // the panel itself focusable (tabindex -1).
            if (!side || !(event.currentTarget instanceof HTMLElement)) return;
            event.preventDefault();
            event.currentTarget.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            // Radix would give it to its own trigger, which our dialogs do without.
            event.preventDefault();
            // What the dialog's button opened or made may hold the focus by now.
            if (document.activeElement !== document.body) return;
            const heir = opener?.isConnected ? opener : document.getElementById("content");
            heir?.focus({ preventScroll: true });
          }}
          onPointerDownOutside={(event) => alert && event.preventDefault()}
          className={clsx(
            "fixed z-70 flex flex-col bg-raised text-ink shadow-raised outline-none",
            side
              ? "inset-0 animate-fade pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] lg:start-auto lg:w-[32rem]"
              : [
                  "max-h-[calc(100dvh-2rem)] animate-enter",
                  // A sheet at the thumb on phones, a card in the middle elsewhere.
                  "inset-x-0 bottom-0 rounded-t-card pb-[env(safe-area-inset-bottom)]",
                  "sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:pb-0",
                  widths[size],
                ],
          )}
        >
          <div className={clsx("flex items-start gap-4 px-5 pt-5", side && "border-line border-b pb-3")}>
            <div className="min-w-0 flex-1">
              <RadixDialog.Title className="wrap-anywhere font-semibold text-base leading-6">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description asChild>
                  <div className="wrap-anywhere mt-1.5 text-pretty text-ink-muted text-sm leading-6">{description}</div>
                </RadixDialog.Description>
              )}
            </div>
            {!alert && (
              <RadixDialog.Close asChild>
                <IconButton label={t("close")} className="-mt-1.5 -mr-2">
                  <X aria-hidden="true" size={18} />
                </IconButton>
              </RadixDialog.Close>
            )}
          </div>
          {children && (
            <div className={clsx("min-h-0 overflow-y-auto overscroll-contain px-5 pt-4", side && "flex-1")}>
              {children}
            </div>
          )}
          {footer ? (
            <div className="flex flex-col-reverse gap-2 px-5 pt-5 pb-5 sm:flex-row sm:justify-end">{footer}</div>
          ) : (
            !side && <div className="pb-5" />
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
