"use client";

import { useTranslations } from "next-intl";
import { ApiProblem } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import type { Outgoing } from "../runs/outbox";
import { useOutgoingActions } from "./outgoing-actions";

/** What to do about a message that could not be sent. */
export function FailedNote({ item }: { item: Extract<Outgoing, { state: "failed" }> }) {
  const t = useTranslations("conversation");
  const tProblem = useTranslations("problems");
  const { retry, edit, discard } = useOutgoingActions();
  const hopeless = item.error instanceof ApiProblem && [400, 404, 413].includes(item.error.status);
  return (
    <div role="alert" className="mt-2 flex max-w-xl flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm">
      <p className="text-danger">
        {t("sendFailed")} {problemSentence(tProblem, item.error)}
      </p>
      <div className="flex">
        {!hopeless && (
          <Button size="sm" variant="ghost" onClick={() => retry(item.id)}>
            {t("sendAgain")}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => edit(item.id)}>
          {t("edit")}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => discard(item.id)}>
          {t("discard")}
        </Button>
      </div>
    </div>
  );
}
