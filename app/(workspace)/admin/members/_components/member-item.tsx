"use client";

import { EllipsisVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { Badge } from "@/app/_components/ui/badge";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Menu, type MenuEntry } from "@/app/_components/ui/menu";
import type { Role } from "@/lib/auth/actor-type";
import { ROLES } from "@/lib/workspaces/choices";
import { useReport } from "../../_components/use-report";
import { makeOwnerInstead, setRole } from "../../actions";
import { LeaveDialog } from "./leave-dialog";

export type Me = { id: string; role: Role };
type Member = { userId: string; name: string; email: string; role: Role };

export function MemberItem({ member, me, workspace }: { member: Member; me: Me; workspace: string }) {
  const t = useTranslations("admin");
  const report = useReport();
  const [, start] = useTransition();
  const [asking, setAsking] = useState<"leave" | "transfer" | null>(null);
  const { userId, name, email, role } = member;
  const mine = userId === me.id;
  const owner = me.role === "owner";
  const change = (to: Role) =>
    start(async () => {
      report(await setRole(userId, to), t("roleChanged", { name, role: t(`role.${to}`) }));
    });

  const items: MenuEntry[] = [
    ...(owner
      ? [
          { type: "heading" as const, label: t("roleLabel") },
          ...ROLES.map((to) => ({ label: t(`role.${to}`), checked: role === to, onSelect: () => change(to) })),
          { type: "separator" as const },
        ]
      : []),
    ...(owner && !mine ? [{ label: t("transfer"), onSelect: () => setAsking("transfer") }] : []),
    ...(owner || mine || role === "member"
      ? [{ label: t(mine ? "leave" : "remove"), danger: true, onSelect: () => setAsking("leave") }]
      : []),
  ];

  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-medium text-sm" dir="auto">
            {name}
          </span>
          <Badge tone={role === "owner" ? "accent" : "neutral"}>{t(`role.${role}`)}</Badge>
          {mine && <span className="text-ink-faint text-xs">{t("you")}</span>}
        </p>
        <p className="wrap-anywhere mt-0.5 text-[13px] text-ink-muted leading-5">{email}</p>
      </div>
      {items.length > 0 && (
        <Menu
          align="end"
          trigger={
            <IconButton label={t("actionsFor", { name })}>
              <EllipsisVertical size={16} aria-hidden="true" />
            </IconButton>
          }
          items={items}
        />
      )}
      {asking === "leave" && (
        <LeaveDialog member={member} workspace={workspace} mine={mine} onClose={() => setAsking(null)} />
      )}
      <ConfirmDialog
        open={asking === "transfer"}
        onOpenChange={() => setAsking(null)}
        title={t("transferTitle", { name })}
        body={t("transferBody", { name })}
        confirm={t("transfer")}
        onConfirm={async () => {
          report(await makeOwnerInstead(userId), t("transferred", { name }));
        }}
      />
    </li>
  );
}
