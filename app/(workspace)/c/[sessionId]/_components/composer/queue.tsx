"use client";

import { Clock, Paperclip, Pencil, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/app/_components/ui/icon-button";
import type { Outgoing } from "../runs/outbox";

/** The messages that wait for the running answer. */
export function Queue({
  items,
  onEdit,
  onCancel,
}: {
  items: readonly Outgoing[];
  onEdit: (id: string) => void;
  onCancel: (id: string) => void;
}) {
  const t = useTranslations("conversation");
  return (
    <ul
      aria-label={t("queueLabel")}
      className="mx-3 rounded-t-card border border-line border-b-0 bg-sunken px-2 py-1.5"
    >
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-2 ps-2 text-sm">
          <Clock aria-hidden="true" size={14} className="shrink-0 text-ink-faint" />
          <p dir="auto" className="min-w-0 flex-1 truncate">
            {item.text.trim() === "" ? item.files.map(({ name }) => name).join(", ") : item.text}
          </p>
          {item.files.length > 0 && item.text.trim() !== "" && (
            <span className="flex shrink-0 items-center gap-0.5 text-ink-faint text-xs tabular-nums">
              <Paperclip aria-label={t("files.label")} size={12} />
              {item.files.length}
            </span>
          )}
          <span className="shrink-0 text-ink-faint text-xs max-sm:hidden">{t("queued")}</span>
          <IconButton size="sm" label={t("queueEdit")} onClick={() => onEdit(item.id)}>
            <Pencil aria-hidden="true" size={14} />
          </IconButton>
          <IconButton size="sm" label={t("queueCancel")} onClick={() => onCancel(item.id)}>
            <X aria-hidden="true" size={15} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
