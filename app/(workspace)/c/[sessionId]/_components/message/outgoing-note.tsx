"use client";

import { useTranslations } from "next-intl";
import { ApiProblem } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import type { Outgoing } from "../runs/outbox";
import { useOutgoingActions } from "./outgoing-actions";

/** Below a message on its way: nothing while it goes, and what to do when it did not. */
export function OutgoingNote({ item }: { item: Outgoing }) {
  const t = useTranslations("conversation");
  const tProblem = useTranslations("problems");
  const { retry, edit, discard } = useOutgoingActions();
  // As high as what stands below a message that is stored.
  if (item.state !== "failed") return <div className="mt-1 h-8 pointer-coarse:h-11" />;
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
