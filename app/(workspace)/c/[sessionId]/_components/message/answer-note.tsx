"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_components/ui/button";
import { PROVIDER_FAULTS } from "@/lib/errors";
import type { Message } from "@/lib/http/contract/messages";
import { useMessageActions } from "./actions-context";
import { partsOf } from "./message-text";

/** Why an answer is not whole, in plain words, and what can be done about it. */
export function AnswerNote({ message, newest }: { message: Message; newest: boolean }) {
  const t = useTranslations("conversation");
  const actions = useMessageActions();
  const { status, error } = message;
  const begun = partsOf(message).some((part) => (part.type === "text" && part.text !== "") || "toolCallId" in part);
  const failed = status === "failed";
  return (
    <div
      className={`mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control px-3.5 py-2 text-sm ${failed ? "bg-danger-soft" : "bg-ink/4 text-ink-muted"}`}
    >
      <p className="min-w-48 flex-1 py-1 leading-5">
        {t(failed ? `failure.${knownFault(error?.code)}` : `interruption.${knownInterruption(error?.code)}`)}
      </p>
      {newest && (
        <div className="flex gap-1">
          {begun && (
            <Button size="sm" variant="ghost" onClick={() => actions.goOn()}>
              {t("continue")}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={<RotateCcw aria-hidden="true" size={14} />}
            onClick={() => actions.retry(message)}
          >
            {t("retry")}
          </Button>
        </div>
      )}
    </div>
  );
}

const knownFault = (code: string | undefined) => PROVIDER_FAULTS.find((fault) => fault === code) ?? "internal";

const INTERRUPTIONS = ["stopped", "process_lost", "output_limit", "step_limit"] as const;
const knownInterruption = (code: string | undefined) => INTERRUPTIONS.find((known) => known === code) ?? "other";
