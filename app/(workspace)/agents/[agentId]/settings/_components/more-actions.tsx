"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { toast } from "@/app/_components/ui/toast";
import type { Agent } from "@/lib/http/contract/agents";
import { duplicate } from "../../../actions";
import { DeleteAgent } from "./delete-agent";
import { useChange } from "./use-change";

export function MoreActions({ agent, mayArchive }: { agent: Agent; mayArchive: boolean }) {
  const t = useTranslations("agents");
  const tProblem = useTranslations("problems");
  const router = useRouter();
  const [copying, start] = useTransition();
  const [changing, change] = useChange(agent.id);
  const [deleting, setDeleting] = useState(false);
  const copy = () =>
    start(async () => {
      // The longest name has no room for the words that say it is a copy.
      const name = [...t("copyOf", { name: agent.name })].length > 80 ? agent.name : t("copyOf", { name: agent.name });
      const outcome = await duplicate(agent.id, name);
      if (!outcome.ok) return void toast.error(failureSentence(tProblem, outcome));
      toast.success(t("duplicated", { name }));
      router.push(`/agents/${outcome.value.id}/settings`);
    });
  return (
    <section aria-labelledby="more" className="border-line border-t pt-7">
      <h2 id="more" className="mb-2 font-medium text-[15px]">
        {t("more")}
      </h2>
      <ul className="divide-y divide-line">
        <Row label={t("duplicate")} hint={t("duplicateHint")}>
          <Button size="sm" loading={copying} onClick={copy}>
            {t("duplicate")}
          </Button>
        </Row>
        {mayArchive && (
          <Row label={agent.archived ? t("unarchive") : t("archive")} hint={t("archiveHint")}>
            <Button
              size="sm"
              loading={changing}
              onClick={() => change({ archived: !agent.archived }, t(agent.archived ? "unarchivedNow" : "archivedNow"))}
            >
              {agent.archived ? t("unarchive") : t("archive")}
            </Button>
          </Row>
        )}
        {agent.mine && (
          <Row label={t("delete")} hint={t("deleteHint")}>
            <Button size="sm" variant="danger" onClick={() => setDeleting(true)}>
              {t("delete")}
            </Button>
          </Row>
        )}
      </ul>
      {deleting && <DeleteAgent agent={agent} onClose={() => setDeleting(false)} />}
    </section>
  );
}

function Row({ label, hint, children }: { label: ReactNode; hint: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-6 py-3.5">
      <div className="min-w-0">
        <p className="font-medium text-sm">{label}</p>
        <p className="mt-0.5 text-pretty text-[13px] text-ink-muted leading-5">{hint}</p>
      </div>
      {children}
    </li>
  );
}
