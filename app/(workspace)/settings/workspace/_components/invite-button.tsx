"use client";

import { Check, Copy, UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { toast } from "@/app/_components/ui/toast";
import { createInvitation } from "../actions";

const DAYS = [1, 7, 30] as const;

export function InviteButton({ base, mayInviteAdmins }: { base: string; mayInviteAdmins: boolean }) {
  const t = useTranslations("workspaces");
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="primary" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t("invite")}
      </Button>
      {asking && <InviteDialog base={base} mayInviteAdmins={mayInviteAdmins} onClose={() => setAsking(false)} />}
    </div>
  );
}

function InviteDialog({
  base,
  mayInviteAdmins,
  onClose,
}: {
  base: string;
  mayInviteAdmins: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("workspaces");
  const tProblem = useTranslations("problems");
  const [note, setNote] = useState("");
  const [role, setRole] = useState<"admin" | "member">("member");
  const [days, setDays] = useState<(typeof DAYS)[number]>(7);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  if (link) return <LinkDialog link={link} onClose={onClose} />;

  const make = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const outcome = await createInvitation({ role, days, note }).catch(() => null);
    setBusy(false);
    if (outcome?.ok) setLink(`${base}/invite/${outcome.value.token}`);
    else setProblem(outcome ? failureSentence(tProblem, outcome) : tProblem("unreachable"));
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("invite")} description={t("inviteBody")}>
      <form onSubmit={make} className="grid gap-5 px-px pb-px">
        <Field label={t("note")} hint={t("noteHint")} error={problem}>
          <Input value={note} maxLength={200} autoComplete="off" onChange={({ target }) => setNote(target.value)} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("role")}>
            <Select value={role} onChange={({ target }) => setRole(target.value === "admin" ? "admin" : "member")}>
              <option value="member">{t("roles.member")}</option>
              {mayInviteAdmins && <option value="admin">{t("roles.admin")}</option>}
            </Select>
          </Field>
          <Field label={t("validFor")}>
            <Select
              value={days}
              onChange={({ target }) => setDays(DAYS.find((one) => String(one) === target.value) ?? 7)}
            >
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {t("days", { count })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={busy}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant="primary" loading={busy}>
            {t("makeLink")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The one time that a link is shown. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTranslations("workspaces");
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Browsers offer the clipboard on secure addresses only, and people may refuse it.
      field.current?.select();
      toast.error(t("copyFailed"));
    }
  };
  return (
    <Dialog
      alert
      open
      onOpenChange={onClose}
      size="md"
      title={t("linkMade")}
      description={t("linkMadeBody")}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <div className="flex items-end gap-2 px-px pb-px">
        <Field label={t("link")} hideLabel className="min-w-0 flex-1">
          <Input ref={field} readOnly value={link} onFocus={({ target }) => target.select()} className="text-[13px]" />
        </Field>
        <Button
          icon={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          onClick={copy}
        >
          {copied ? t("copied") : t("copy")}
        </Button>
      </div>
    </Dialog>
  );
}
