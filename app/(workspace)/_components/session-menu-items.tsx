"use client";

import { useTranslations } from "next-intl";
import type { MenuEntry } from "@/app/_components/ui/menu";
import type { Session } from "@/lib/http/contract/sessions";
import type { SessionActions } from "./use-session-actions";

/** The menu of one conversation. Renaming and the question before a deletion belong to where the menu is. */
export function useSessionMenuItems(
  session: Session,
  actions: SessionActions,
  { onRename, onDelete }: { onRename: () => void; onDelete: () => void },
): MenuEntry[] {
  const t = useTranslations("shell");
  const pin: MenuEntry = session.pinned
    ? { label: t("unpin"), icon: "unpin", onSelect: () => actions.setPinned(session, false) }
    : { label: t("pin"), icon: "pin", onSelect: () => actions.setPinned(session, true) };
  const archive: MenuEntry = session.archived
    ? { label: t("unarchive"), icon: "unarchive", onSelect: () => actions.setArchived(session, false) }
    : { label: t("archive"), icon: "archive", onSelect: () => actions.setArchived(session, true) };
  return [
    { label: t("rename"), icon: "rename", onSelect: onRename },
    // An archived conversation is not in the list that pins stand in.
    ...(session.archived ? [] : [pin]),
    archive,
    { type: "separator" },
    { label: t("delete"), icon: "delete", onSelect: onDelete, danger: true },
  ];
}
