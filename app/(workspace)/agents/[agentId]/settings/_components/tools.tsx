"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { toast } from "@/app/_components/ui/toast";
import type { Agent } from "@/lib/http/contract/agents";
import { TOOL_NAMES, TOOL_SWITCHES, type ToolName, type ToolSwitch } from "@/lib/http/contract/tool-switches";
import { save } from "../../../actions";
import { Ways } from "./ways";

/** What it may do by itself, tool by tool. Saved at once. */
export function Tools({ agent }: { agent: Agent }) {
  const t = useTranslations("agents");
  return (
    <section aria-labelledby="tools" className="border-line border-t pt-7">
      <h2 id="tools" className="font-medium text-[15px]">
        {t("tools")}
      </h2>
      <p className="mt-1 text-pretty text-[13px] text-ink-muted leading-5">
        {t("toolsIntro")} {!agent.mine && t("toolsForeign")}
      </p>
      <div className="mt-4 space-y-4">
        {TOOL_NAMES.map((name) => (
          <ToolChoice key={name} agent={agent} name={name} />
        ))}
      </div>
    </section>
  );
}

function ToolChoice({ agent, name }: { agent: Agent; name: ToolName }) {
  const t = useTranslations("agents");
  const tProblem = useTranslations("problems");
  const [, start] = useTransition();
  const [shown, show] = useOptimistic(agent.tools[name].switch);
  const change = (next: ToolSwitch) =>
    start(async () => {
      show(next);
      const outcome = await save(agent.id, { config_json: { tools: { [name]: next } } });
      if (!outcome.ok) toast.error(failureSentence(tProblem, outcome));
    });
  return (
    <Ways
      label={t(`toolWords.${name}.label`)}
      hint={t(`toolWords.${name}.hint`)}
      ways={TOOL_SWITCHES[name].ways.map((way) => ({ way, label: t(`toolWays.${way}`) }))}
      chosen={shown}
      disabled={!agent.mine}
      onChoose={change}
    />
  );
}
