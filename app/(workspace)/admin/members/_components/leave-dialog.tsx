"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { GoingDialog } from "../../../_components/going-dialog";
import { useReport } from "../../_components/use-report";
import { belongingsOf, takeOut } from "../../actions";

export function LeaveDialog({
  member: { userId, name },
  workspace,
  mine,
  onClose,
}: {
  member: { userId: string; name: string };
  workspace: string;
  mine: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("admin");
  const report = useReport();
  const load = useCallback(() => belongingsOf(userId), [userId]);
  const confirmed = async () => {
    const gone = report(await takeOut(userId), mine ? t("left") : t("removed", { name }));
    // Whoever left acts elsewhere now, if anywhere: nothing of this workspace may stay on the screen.
    if (gone && mine) location.assign("/");
  };
  return (
    <GoingDialog
      who={mine ? "me" : "them"}
      name={mine ? workspace : name}
      load={load}
      onClose={onClose}
      onConfirm={confirmed}
    />
  );
}
