"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import type { Session } from "@/lib/http/contract/sessions";

/** Asks before a conversation goes, and says what goes with it. */
export function DeleteSessionDialog({
  session,
  onClose,
  onDelete,
}: {
  /** null: not asked. */
  session: Session | null;
  onClose: () => void;
  onDelete: (session: Session) => void;
}) {
  const t = useTranslations("shell");
  if (!session) return null;
  const body = t("deleteBody", { title: session.title || t("untitled"), count: session.last_seq });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("deleteTitle")}
      body={session.agent_id ? `${body} ${t("deleteKeepsMemory")}` : body}
      confirm={t("deleteConfirm")}
      danger
      onConfirm={() => onDelete(session)}
    />
  );
}
