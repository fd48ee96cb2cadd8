"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { toast } from "@/app/_components/ui/toast";
import { revoke } from "../actions";

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const t = useTranslations("settings");
  const [asking, setAsking] = useState(false);
  const confirmed = async () => {
    const outcome = await revoke(id);
    if (outcome === "revoked") toast.success(t("revoked"));
    else toast.error(t(outcome === "gone" ? "alreadyRevoked" : "signedOut"));
  };
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={t("revokeNamed", { name })} onClick={() => setAsking(true)}>
        {t("revoke")}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={t("revokeTitle", { name })}
        body={t("revokeBody")}
        confirm={t("revoke")}
        onConfirm={confirmed}
      />
    </>
  );
}
