"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Switch } from "@/app/_components/ui/switch";
import { toast } from "@/app/_components/ui/toast";
import type { ServerChoice } from "@/lib/mcp/chosen";
import { save } from "../../../actions";

type Props = {
  agentId: string;
  mine: boolean;
  /** All of the workspace. */
  servers: readonly ServerChoice[];
  /** The ids of those that the agent uses. */
  chosen: readonly string[];
};

/** Which tool servers of the workspace an agent uses; where there are none, nothing is asked. */
export function ToolServers({ agentId, mine, servers, chosen }: Props) {
  const t = useTranslations("mcp");
  const tProblem = useTranslations("problems");
  const [, start] = useTransition();
  const [shown, show] = useOptimistic(chosen);
  if (servers.length === 0) return null;
  const change = (id: string, on: boolean) => {
    // Those that were removed since go with the first change.
    const next = servers.flatMap((server) => ((server.id === id ? on : shown.includes(server.id)) ? [server.id] : []));
    start(async () => {
      show(next);
      const outcome = await save(agentId, { config_json: { mcp_servers: next.length > 0 ? next : null } });
      if (!outcome.ok) toast.error(failureSentence(tProblem, outcome));
    });
  };
  return (
    <section aria-labelledby="tool-servers" className="border-line border-t pt-7">
      <h2 id="tool-servers" className="font-medium text-[15px]">
        {t("title")}
      </h2>
      <p className="mt-1 text-pretty text-[13px] text-ink-muted leading-5">{t("agentIntro")}</p>
      <div className="mt-4 space-y-5">
        {servers.map(({ id, name, enabled }) => (
          <Switch
            key={id}
            label={name}
            hint={enabled ? undefined : t("agentOff")}
            checked={shown.includes(id)}
            disabled={!mine}
            onChange={({ target }) => change(id, target.checked)}
          />
        ))}
      </div>
    </section>
  );
}
