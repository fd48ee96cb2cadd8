"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { AUDIT_KINDS, type AuditKind } from "@/lib/workspaces/choices";

type Props = { people: { id: string; name: string }[]; person: string; kind: AuditKind | "" };

export function AuditFilters({ people, person, kind }: Props) {
  const t = useTranslations("admin");
  const router = useRouter();
  const show = (next: { person: string; kind: string }) => {
    const chosen = Object.entries(next).filter(([, value]) => value !== "");
    router.push(`/admin/audit?${new URLSearchParams(chosen)}`);
  };
  return (
    <div className="grid max-w-130 gap-3 sm:grid-cols-2">
      <Field label={t("who")}>
        <Select value={person} onChange={({ target }) => show({ person: target.value, kind })}>
          <option value="">{t("everybody")}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || t("someone")}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("what")}>
        <Select value={kind} onChange={({ target }) => show({ person, kind: target.value })}>
          <option value="">{t("everything")}</option>
          {AUDIT_KINDS.map((each) => (
            <option key={each} value={each}>
              {t(`kind.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
