"use client";

import { Archive, ArchiveRestore, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuEntry } from "@/app/_components/ui/menu";
import type { Session } from "@/lib/http/contract/sessions";
import type { SessionActions } from "./use-session-actions";

const icon = { "aria-hidden": true, size: 16 } as const;

/** The menu of one conversation. Renaming and the question before a deletion belong to where the menu is. */
export function useSessionMenuItems(
  session: Session,
  actions: SessionActions,
  { onRename, onDelete }: { onRename: () => void; onDelete: () => void },
): MenuEntry[] {
  const t = useTranslations("shell");
  return [
    { label: t("rename"), icon: <Pencil {...icon} />, onSelect: onRename },
    // An archived conversation is not in the list that pins stand in.
    ...(session.archived
      ? []
      : [
          session.pinned
            ? { label: t("unpin"), icon: <PinOff {...icon} />, onSelect: () => actions.setPinned(session, false) }
            : { label: t("pin"), icon: <Pin {...icon} />, onSelect: () => actions.setPinned(session, true) },
        ]),
    session.archived
      ? {
          label: t("unarchive"),
          icon: <ArchiveRestore {...icon} />,
          onSelect: () => actions.setArchived(session, false),
        }
      : { label: t("archive"), icon: <Archive {...icon} />, onSelect: () => actions.setArchived(session, true) },
    { type: "separator" },
    { label: t("delete"), icon: <Trash2 {...icon} />, onSelect: onDelete, danger: true },
  ];
}
