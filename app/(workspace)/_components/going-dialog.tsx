"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Outcome } from "@/app/_components/outcome";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { MOST_COUNTED } from "@/lib/workspaces/counted";
import type { memberBelongings } from "@/lib/workspaces/members";
import { Consequences } from "./consequences";
import { useLoaded } from "./use-loaded";

type Belongings = Awaited<ReturnType<typeof memberBelongings>>;

/** Asks before somebody goes, oneself or another, and says what becomes of each thing that they have here. */
export function GoingDialog({
  who,
  name,
  load,
  onClose,
  onConfirm,
}: {
  who: "me" | "them";
  /** Of the workspace that one leaves; of the person who is taken out. */
  name: string;
  load: () => Promise<Outcome<Belongings>>;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) {
  const t = useTranslations("workspaces");
  const common = useTranslations("common");
  const loaded = useLoaded(load);
  const [busy, setBusy] = useState(false);
  const confirmed = async () => {
    setBusy(true);
    await onConfirm().finally(() => setBusy(false));
    onClose();
  };
  const lines = ({ conversations, privateAgents, sharedAgents, tokens }: Belongings) => [
    conversations >= MOST_COUNTED
      ? t("going.conversationsMany", { who, most: MOST_COUNTED })
      : t("going.conversations", { who, count: conversations }),
    ...(privateAgents > 0 ? [t("going.privateAgents", { count: privateAgents })] : []),
    ...(sharedAgents > 0 ? [t("going.sharedAgents", { count: sharedAgents })] : []),
    ...(tokens > 0 ? [t("going.tokens", { count: tokens })] : []),
    t("going.answers"),
  ];
  return (
    <Dialog
      alert
      open
      size="md"
      onOpenChange={onClose}
      title={t("going.title", { who, name })}
      description={t("going.body", { who })}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {common("cancel")}
          </Button>
          <Button variant="danger" onClick={confirmed} loading={busy} disabled={loaded.status !== "there"}>
            {t("going.confirm", { who })}
          </Button>
        </>
      }
    >
      <Consequences loaded={loaded} lines={lines} />
    </Dialog>
  );
}
