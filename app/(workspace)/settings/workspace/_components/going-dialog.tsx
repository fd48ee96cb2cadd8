"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { belongings } from "../actions";

type Has = { conversations: number; privateAgents: number; sharedAgents: number; tokens: number };

/** Asks before somebody goes, and says what becomes of each thing that they have here. */
export function GoingDialog({
  title,
  confirm,
  onClose,
  onConfirm,
}: {
  title: ReactNode;
  confirm: ReactNode;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) {
  const t = useTranslations("workspaces");
  const [has, setHas] = useState<Has | null>(null);
  useEffect(() => {
    belongings().then(
      (outcome) => outcome.ok && setHas(outcome.value),
      () => {},
    );
  }, []);
  const lines = [
    t("going.conversations", { count: has?.conversations ?? 0 }),
    t("going.privateAgents", { count: has?.privateAgents ?? 0 }),
    t("going.sharedAgents", { count: has?.sharedAgents ?? 0 }),
    t("going.tokens", { count: has?.tokens ?? 0 }),
  ];
  return (
    <ConfirmDialog
      danger
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      body={has ? lines.join(" ") : t("going.counting")}
      confirm={confirm}
      onConfirm={onConfirm}
    />
  );
}
