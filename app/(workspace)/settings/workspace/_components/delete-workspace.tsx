"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import type { workspaceContents } from "@/lib/chat/delete-workspace";
import { MOST_COUNTED } from "@/lib/workspaces/counted";
import { isTypedName } from "@/lib/workspaces/typed-name";
import { Consequences } from "../../../_components/consequences";
import { useFailed } from "../../../_components/use-failed";
import { useLoaded } from "../../../_components/use-loaded";
import { contents, deleteForGood } from "../actions";

type Contents = Awaited<ReturnType<typeof workspaceContents>>;

export function DeleteWorkspace({ name }: { name: string }) {
  const t = useTranslations("workspaces");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t("delete.open")}
      </Button>
      {asking && <DeletionDialog name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

function DeletionDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslations("workspaces");
  const common = useTranslations("common");
  const failed = useFailed();
  const form = useId();
  const loaded = useLoaded(contents);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const confirmed = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const outcome = await deleteForGood(typed).catch(() => null);
    // Everything that this page holds is gone.
    if (outcome?.ok) return window.location.assign("/");
    setBusy(false);
    failed(outcome);
  };
  const lines = ({ members, conversations, agents, memories }: Contents) => [
    t("delete.members", { count: members }),
    conversations >= MOST_COUNTED
      ? t("delete.conversationsMany", { most: MOST_COUNTED })
      : t("delete.conversations", { count: conversations }),
    t("delete.agents", { agents, memories }),
    t("delete.links"),
  ];
  const own = loaded.status === "there" ? loaded.value.own : [];
  return (
    <Dialog
      alert
      open
      size="md"
      onOpenChange={onClose}
      title={t("delete.title", { name })}
      description={t("delete.body")}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {common("cancel")}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="danger"
            loading={busy}
            disabled={loaded.status !== "there" || !isTypedName(typed, name)}
          >
            {t("delete.confirm")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={confirmed} className="space-y-4 px-px pb-px">
        <Consequences loaded={loaded} lines={lines} />
        {own.length > 0 && (
          <div>
            <p className="font-medium text-sm">{t("delete.exportFirst")}</p>
            <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1.5 text-[13px]">
              {own.map(({ agentId, name: agent }) => (
                <li key={agentId} className="max-w-full">
                  <a
                    href={`/api/v1/agents/${agentId}/memory/export`}
                    download
                    className="touch-target wrap-anywhere text-accent underline underline-offset-3"
                    dir="auto"
                  >
                    {agent}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Field label={t("delete.typeName", { name })}>
          <Input
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
          />
        </Field>
      </form>
    </Dialog>
  );
}
