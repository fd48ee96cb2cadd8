"use client";

import { ShieldQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { api } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { toast } from "@/app/_components/ui/toast";
import { type Call, deedOf } from "./call";
import { CallIcon } from "./call-icon";
import { FoldedText } from "./folded-text";
import { readable } from "./readable";
import { useCallWords } from "./use-call-words";

type Decision = { allow: boolean; always?: boolean };

/**
 * Asks before something is done. It is read out when it comes and takes no focus from where the person is; `onDecided`
 * says where the focus goes that was on the buttons.
 */
export function Approval({ call, runId, onDecided }: { call: Call; runId: string; onDecided: () => void }) {
  const t = useTranslations("tools");
  const tProblem = useTranslations("problems");
  const say = useCallWords();
  const title = useId();
  const [decided, setDecided] = useState<Decision | null>(null);
  const { facts, text } = readable(call.input);

  const decide = (decision: Decision) => {
    setDecided(decision);
    onDecided();
    api
      .post(`/chat/runs/${runId}/approvals`, { tool_call_id: call.toolCallId, ...decision })
      .catch((error: unknown) => {
        setDecided(null);
        toast.error(problemSentence(tProblem, error));
      });
  };
  return (
    <section aria-labelledby={title} className="border-line border-t bg-warning-soft/45 px-3 pt-3 pb-3 text-sm">
      <div className="flex items-start gap-2.5">
        <ShieldQuestion aria-hidden="true" size={17} className="mt-0.5 shrink-0 text-warning" />
        <div className="min-w-0 flex-1">
          <div role="alert">
            <p id={title} className="font-medium leading-5">
              {t("approval.title")}
            </p>
            <p className="wrap-anywhere mt-1 flex items-start gap-2 leading-5" dir="auto">
              <span className="mt-0.5">
                <CallIcon deed={deedOf(call).deed} />
              </span>
              {say(call, "asking")}
            </p>
          </div>
          {facts.length > 0 && (
            <dl className="wrap-anywhere mt-2 text-xs leading-5">
              {facts.map(([name, fact]) => (
                <div key={name} className="flex gap-2">
                  <dt className="shrink-0 font-mono text-ink-muted">{name}</dt>
                  <dd className="min-w-0" dir="auto">
                    {fact}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {text !== "" && <FoldedText label={t("input")} text={text} member="input" whole={null} />}
          {decided ? (
            <p role="status" className="mt-3 text-ink-muted leading-8">
              {t("approval.sent")}
            </p>
          ) : (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button size="sm" variant="primary" onClick={() => decide({ allow: true })}>
                {t("approval.allow")}
              </Button>
              <Button size="sm" onClick={() => decide({ allow: true, always: true })}>
                {t("approval.always")}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => decide({ allow: false })}>
                {t("approval.deny")}
              </Button>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
