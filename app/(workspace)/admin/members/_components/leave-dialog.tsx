"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { MOST_COUNTED } from "@/lib/workspaces/counted";
import { useReport } from "../../_components/use-report";
import { belongingsOf, takeOut } from "../../actions";

type Belongings = Extract<Awaited<ReturnType<typeof belongingsOf>>, { ok: true }>["value"];

/** Before somebody goes: what becomes of each thing that is theirs. */
export function LeaveDialog({
  member: { userId, name },
  mine,
  onClose,
}: {
  member: { userId: string; name: string };
  mine: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("admin");
  const report = useReport();
  const [theirs, setTheirs] = useState<Belongings | null>(null);
  useEffect(() => {
    let left = false;
    void belongingsOf(userId).then((outcome) => {
      if (!left && outcome.ok) setTheirs(outcome.value);
    });
    return () => {
      left = true;
    };
  }, [userId]);

  const confirmed = async () => {
    const gone = report(await takeOut(userId), mine ? t("left") : t("removed", { name }));
    // Whoever left acts elsewhere now, if anywhere: nothing of this workspace may stay on the screen.
    if (gone && mine) location.assign("/");
  };
  return (
    <ConfirmDialog
      danger
      open
      onOpenChange={onClose}
      title={mine ? t("leaveTitle") : t("removeTitle", { name })}
      confirm={t(mine ? "leave" : "remove")}
      onConfirm={confirmed}
      body={
        <span className="block space-y-2" aria-live="polite">
          <span className="block">{t(mine ? "leaveBody" : "removeBody")}</span>
          {theirs && (
            <>
              <span className="block">
                {theirs.conversations >= MOST_COUNTED
                  ? t("conversationsMany", { most: MOST_COUNTED })
                  : t("conversations", { count: theirs.conversations })}
              </span>
              <span className="block">{t("privateAgents", { count: theirs.privateAgents })}</span>
              <span className="block">{t("sharedAgents", { count: theirs.sharedAgents })}</span>
              <span className="block">{t("tokens", { count: theirs.tokens })}</span>
            </>
          )}
        </span>
      }
    />
  );
}
