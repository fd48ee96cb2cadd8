"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState, useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { toast } from "@/app/_components/ui/toast";
import type { InputIssue } from "@/lib/errors";
import type { McpServer } from "@/lib/http/contract/mcp-servers";
import { useFailed } from "../../../_components/use-failed";
import { add, edit } from "../actions";
import { changesOf, draftOf, newServerOf } from "./server-draft";
import { ServerFields } from "./server-fields";

/** A new server, or one that is changed. `commands`: whether one may be a command that runs here. */
export function ServerDialog({
  server,
  commands = false,
  onClose,
}: {
  server: McpServer | null;
  commands?: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("mcp");
  const common = useTranslations("common");
  const failed = useFailed();
  const form = useId();
  const [pending, start] = useTransition();
  const [draft, setDraft] = useState(() => draftOf(server));
  const [issues, setIssues] = useState<InputIssue[]>([]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const outcome = server ? await edit(server.id, changesOf(draft, server)) : await add(newServerOf(draft));
      if (outcome.ok) {
        toast.success(t(server ? "saved" : "added", { name: draft.name }));
        onClose();
      } else if (outcome.problem === "invalid_input") setIssues(outcome.issues);
      else failed(outcome);
    });
  };

  return (
    <Dialog
      open
      size="md"
      onOpenChange={onClose}
      title={server ? t("editTitle", { name: server.name }) : t("addTitle")}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={pending}>
            {t(server ? "save" : "add")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="px-px pb-px">
        <ServerFields
          value={draft}
          onChange={setDraft}
          issues={issues}
          commands={commands}
          kindFixed={server !== null}
          lost={server?.secret_names === null}
        />
      </form>
    </Dialog>
  );
}
