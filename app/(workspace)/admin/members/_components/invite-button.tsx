"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState, useTransition } from "react";
import { fieldOf } from "@/app/_components/form-fields";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { ShownOnce } from "@/app/_components/ui/shown-once";
import { INVITATION_DAYS } from "@/lib/workspaces/choices";
import { useReport } from "../../_components/use-report";
import { inviteByLink } from "../../actions";

export function InviteButton({ owner }: { owner: boolean }) {
  const t = useTranslations("admin");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t("invite")}
      </Button>
      {/* Mounted anew each time, so that no link is left in it. */}
      {asking && <InviteDialog owner={owner} onClose={() => setAsking(false)} />}
    </>
  );
}

function InviteDialog({ owner, onClose }: { owner: boolean; onClose: () => void }) {
  const t = useTranslations("admin");
  const report = useReport();
  const form = useId();
  const [pending, start] = useTransition();
  const [link, setLink] = useState<string | null>(null);
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    start(async () => {
      const outcome = await inviteByLink({
        role: fieldOf(given, "role") === "admin" ? "admin" : "member",
        days: INVITATION_DAYS.find((days) => String(days) === fieldOf(given, "days")) ?? 7,
        note: fieldOf(given, "note"),
      });
      if (report(outcome, t("invited")) && outcome.ok) setLink(new URL(outcome.value.path, location.origin).href);
    });
  };
  if (link)
    return <ShownOnce title={t("linkTitle")} body={t("linkBody")} label={t("link")} secret={link} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("inviteTitle")}
      description={t("inviteIntro")}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={pending}>
            {t("makeLink")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={make} className="space-y-5 px-px pb-px">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("roleLabel")}>
            <Select name="role" defaultValue="member">
              <option value="member">{t("role.member")}</option>
              {owner && <option value="admin">{t("role.admin")}</option>}
            </Select>
          </Field>
          <Field label={t("validFor")}>
            <Select name="days" defaultValue="7">
              {INVITATION_DAYS.map((days) => (
                <option key={days} value={days}>
                  {t("days", { days })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field label={t("note")} hint={t("noteHint")} aside={t("optional")}>
          <Input name="note" maxLength={200} autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  );
}
