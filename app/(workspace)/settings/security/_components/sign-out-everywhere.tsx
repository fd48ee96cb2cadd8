"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { endAllSessions } from "../actions";

export function SignOutEverywhere() {
  const t = useTranslations("settings");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t("signOutEverywhere")}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("signOutEverywhereTitle")}
        body={t("signOutEverywhereBody")}
        confirm={t("signOutEverywhere")}
        onConfirm={endAllSessions}
      />
    </>
  );
}
