"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { Select } from "@/app/_components/ui/select";
import { toast } from "@/app/_components/ui/toast";
import type { Role } from "@/lib/auth/actor-type";
import { remove, setRole, transfer } from "../actions";
import { GoingDialog } from "./going-dialog";
import { useFailed } from "./use-failed";

type Member = { userId: string; name: string; email: string; role: Role; since: Date };

const ROLES = ["owner", "admin", "member"] as const;

export function MemberItem({ member, me }: { member: Member; me: { userId: string; role: Role } }) {
  const t = useTranslations("workspaces");
  const format = useFormatter();
  const failed = useFailed();
  const [pending, start] = useTransition();
  const [asked, setAsked] = useState<"remove" | "transfer" | null>(null);
  const isMe = member.userId === me.userId;
  const mayChangeRole = me.role === "owner";
  const mayRemove = !isMe && (me.role === "owner" || member.role === "member");

  const change = (role: Role) =>
    start(async () => {
      const outcome = await setRole(member.userId, role).catch(() => null);
      if (outcome?.ok) toast.success(t("roleChanged", { name: member.name, role: t(`roles.${role}`) }));
      else failed(outcome);
    });
  const act = async (task: Promise<Awaited<ReturnType<typeof transfer>>>, done: string) => {
    const outcome = await task.catch(() => null);
    if (outcome?.ok) toast.success(done);
    else failed(outcome);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-48 flex-1">
        <p className="wrap-anywhere font-medium text-sm" dir="auto">
          {member.name} {isMe && <span className="font-normal text-ink-faint">{t("you")}</span>}
        </p>
        <p className="wrap-anywhere text-[13px] text-ink-muted leading-5">
          {member.email} · {t("since", { when: format.dateTime(member.since, { dateStyle: "medium" }) })}
        </p>
      </div>
      {mayChangeRole ? (
        <Select
          aria-label={t("roleOf", { name: member.name })}
          className="w-36"
          value={member.role}
          disabled={pending}
          onChange={({ target }) => change(ROLES.find((role) => role === target.value) ?? member.role)}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(`roles.${role}`)}
            </option>
          ))}
        </Select>
      ) : (
        <span className="text-ink-muted text-sm">{t(`roles.${member.role}`)}</span>
      )}
      {me.role === "owner" && !isMe && member.role !== "owner" && (
        <Button size="sm" variant="ghost" onClick={() => setAsked("transfer")}>
          {t("transfer")}
        </Button>
      )}
      {mayRemove && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("removeNamed", { name: member.name })}
          onClick={() => setAsked("remove")}
        >
          {t("remove")}
        </Button>
      )}
      {asked === "remove" && (
        <GoingDialog
          userId={member.userId}
          title={t("removeTitle", { name: member.name })}
          confirm={t("remove")}
          onClose={() => setAsked(null)}
          onConfirm={() => act(remove(member.userId), t("removed", { name: member.name }))}
        />
      )}
      <ConfirmDialog
        open={asked === "transfer"}
        onOpenChange={() => setAsked(null)}
        title={t("transferTitle", { name: member.name })}
        body={t("transferBody", { name: member.name })}
        confirm={t("transfer")}
        onConfirm={() => act(transfer(member.userId), t("transferred", { name: member.name }))}
      />
    </li>
  );
}
