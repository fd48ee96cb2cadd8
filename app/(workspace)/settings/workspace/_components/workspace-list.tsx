"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import type { Role } from "@/lib/auth/actor-type";
import { useOtherWorkspace } from "../../../_components/use-other-workspace";
import { createAnother, switchTo } from "../actions";

/** The person's workspaces, and the beginning of another. */
export function WorkspaceList({
  workspaces,
  current,
}: {
  workspaces: readonly { id: string; name: string; role: Role }[];
  current: string;
}) {
  const t = useTranslations("workspaces");
  const [name, setName] = useState("");
  const [pending, go] = useOtherWorkspace();
  const create = (event: FormEvent) => {
    event.preventDefault();
    go(() => createAnother(name));
  };
  return (
    <div className="grid gap-5">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {workspaces.map((workspace) => (
          <li key={workspace.id} className="flex min-h-14 items-center gap-3 px-4 py-2.5">
            <span className="wrap-anywhere min-w-0 flex-1 text-sm" dir="auto">
              <span className="font-medium">{workspace.name}</span>{" "}
              <span className="text-ink-muted">{t(`roles.${workspace.role}`)}</span>
            </span>
            {workspace.id === current ? (
              <Badge tone="accent">{t("current")}</Badge>
            ) : (
              <Button size="sm" disabled={pending} onClick={() => go(() => switchTo(workspace.id))}>
                {t("switch")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={create} className="flex max-w-104 items-end gap-2">
        <Field label={t("another")} className="flex-1">
          <Input value={name} maxLength={100} dir="auto" onChange={({ target }) => setName(target.value)} />
        </Field>
        <Button type="submit" loading={pending} disabled={name.trim() === ""}>
          {t("create")}
        </Button>
      </form>
    </div>
  );
}
