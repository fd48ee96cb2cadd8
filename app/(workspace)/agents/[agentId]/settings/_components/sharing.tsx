"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import type { Agent } from "@/lib/http/contract/agents";
import { Choice } from "./choice";
import { useChange } from "./use-change";

/** Who may use it. To stop sharing takes it from others, so that is asked first. */
export function Sharing({ agent }: { agent: Agent }) {
  const t = useTranslations("agents");
  const [pending, change] = useChange(agent.id);
  const [asking, setAsking] = useState(false);
  const isShared = agent.visibility === "workspace";
  return (
    <section aria-labelledby="sharing" className="border-line border-t pt-7">
      <h2 id="sharing" className="mb-3 font-medium text-[15px]">
        {t("sharing")}
      </h2>
      <div role="radiogroup" aria-labelledby="sharing" className="space-y-2">
        <Choice
          name="visibility"
          label={t("private")}
          hint={t("privateHint")}
          checked={!isShared}
          disabled={pending}
          onChoose={() => setAsking(true)}
        />
        <Choice
          name="visibility"
          label={t("workspace")}
          hint={t("workspaceHint")}
          checked={isShared}
          disabled={pending}
          onChoose={() => change({ visibility: "workspace" }, t("sharedNow"))}
        />
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("unshareTitle", { name: agent.name })}
        body={t("unshareBody")}
        confirm={t("unshare")}
        onConfirm={() => change({ visibility: "private" }, t("unsharedNow"))}
      />
    </section>
  );
}
