"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { useFailed } from "../../settings/workspace/_components/use-failed";
import { switchTo } from "../../settings/workspace/actions";

export function SwitchButton({ workspaceId, name, path }: { workspaceId: string; name: string; path: string }) {
  const t = useTranslations("workspaces");
  const failed = useFailed();
  const [pending, start] = useTransition();
  const go = () =>
    start(async () => {
      const outcome = await switchTo(workspaceId).catch(() => null);
      // A new document: nothing of the other workspace is left in it.
      if (outcome?.ok) window.location.assign(path);
      else failed(outcome);
    });
  return (
    <Button variant="primary" loading={pending} onClick={go} className="max-w-full">
      <span className="truncate">{t("elsewhere.switch", { name })}</span>
    </Button>
  );
}
