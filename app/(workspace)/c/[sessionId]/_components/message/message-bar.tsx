"use client";

import { Check, Copy, Ellipsis, Pencil, RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Menu } from "@/app/_components/ui/menu";
import type { Message } from "@/lib/http/contract/messages";
import { useCopied } from "../markdown/use-copied";
import { useMessageActions } from "./actions-context";
import { sourceOf } from "./message-text";

/** What can be done with a message: there on hover, on focus, after a tap; `pinned`: always. */
export function MessageBar({
  message,
  align,
  pinned = false,
}: {
  message: Message;
  align: "start" | "end";
  pinned?: boolean;
}) {
  const t = useTranslations("conversation");
  const format = useFormatter();
  const actions = useMessageActions();
  const [copied, copy] = useCopied();
  const { remember } = actions;
  const mine = message.role === "user";
  const time = new Date(message.created_at);
  return (
    <div
      className={`mt-1 flex h-8 items-center gap-0.5 text-ink-faint transition-opacity duration-100 pointer-coarse:h-11 ${align === "end" ? "-me-1.5 flex-row-reverse" : "-ms-1.5"} ${pinned ? "" : "opacity-0 focus-within:opacity-100 group-focus-within/message:opacity-100 group-hover/message:opacity-100 has-aria-expanded:opacity-100"}`}
    >
      <IconButton size="sm" label={copied ? t("copied") : t("copyMessage")} onClick={() => copy(sourceOf(message))}>
        {copied ? <Check aria-hidden="true" size={15} /> : <Copy aria-hidden="true" size={15} />}
      </IconButton>
      {mine ? (
        <IconButton size="sm" label={t("edit")} onClick={() => actions.startEdit(message)}>
          <Pencil aria-hidden="true" size={15} />
        </IconButton>
      ) : (
        <IconButton size="sm" label={t("retry")} onClick={() => actions.retry(message)}>
          <RotateCcw aria-hidden="true" size={15} />
        </IconButton>
      )}
      <Menu
        align={align}
        trigger={
          <IconButton size="sm" label={t("moreActions")}>
            <Ellipsis aria-hidden="true" size={16} />
          </IconButton>
        }
        items={[
          {
            label: t("branch"),
            icon: "branch",
            onSelect: () => actions.branch(message),
          },
          {
            label: t("copyLink"),
            icon: "link",
            onSelect: () => actions.copyLink(message),
          },
          ...(remember
            ? [{ label: t("memory.remember"), icon: "remember" as const, onSelect: () => remember(message) }]
            : []),
          { type: "separator" },
          {
            label: t("deleteFrom"),
            icon: "delete",
            danger: true,
            onSelect: () => actions.deleteFrom(message),
          },
        ]}
      />
      <time
        dateTime={message.created_at}
        title={format.dateTime(time, { dateStyle: "full", timeStyle: "short" })}
        className="px-1.5 text-xs tabular-nums"
        suppressHydrationWarning
      >
        {format.dateTime(time, { timeStyle: "short" })}
      </time>
    </div>
  );
}
