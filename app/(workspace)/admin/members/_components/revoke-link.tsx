"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { useReport } from "../../_components/use-report";
import { revokeLink } from "../../actions";

/** Without a question before it: another link is as quickly made. */
export function RevokeLink({ id }: { id: string }) {
  const t = useTranslations("admin");
  const report = useReport();
  const [pending, start] = useTransition();
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={pending}
      onClick={() =>
        start(async () => {
          report(await revokeLink(id), t("revoked"));
        })
      }
    >
      {t("revoke")}
    </Button>
  );
}
