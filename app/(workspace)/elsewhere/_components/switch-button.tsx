"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_components/ui/button";
import { useOtherWorkspace } from "../../_components/use-other-workspace";
import { switchTo } from "../../settings/workspace/actions";

export function SwitchButton({ workspaceId, name, path }: { workspaceId: string; name: string; path: string }) {
  const t = useTranslations("workspaces");
  const [pending, go] = useOtherWorkspace();
  return (
    <Button
      variant="primary"
      loading={pending}
      onClick={() => go(() => switchTo(workspaceId), path)}
      className="max-w-full"
    >
      <span className="truncate">{t("elsewhere.switch", { name })}</span>
    </Button>
  );
}
