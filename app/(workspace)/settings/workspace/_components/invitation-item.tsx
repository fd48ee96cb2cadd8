"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { toast } from "@/app/_components/ui/toast";
import { revoke } from "../actions";
import { useFailed } from "./use-failed";

type Item = { id: string; role: "admin" | "member"; note: string; inviter: string | null; expiresAt: Date };

export function InvitationItem({ invitation }: { invitation: Item }) {
  const t = useTranslations("workspaces");
  const format = useFormatter();
  const failed = useFailed();
  const [pending, start] = useTransition();
  const take = () =>
    start(async () => {
      const outcome = await revoke(invitation.id).catch(() => null);
      if (outcome?.ok) toast.success(t("revoked"));
      else failed(outcome);
    });
  const until = format.dateTime(invitation.expiresAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-sm" dir="auto">
          {invitation.note || t("unnamed")}
        </p>
        <p className="text-[13px] text-ink-muted leading-5">
          {t(`roles.${invitation.role}`)} · {t("until", { when: until })}
          {invitation.inviter && ` · ${t("inviter", { name: invitation.inviter })}`}
        </p>
      </div>
      <Button size="sm" variant="ghost" loading={pending} onClick={take}>
        {t("revoke")}
      </Button>
    </li>
  );
}
