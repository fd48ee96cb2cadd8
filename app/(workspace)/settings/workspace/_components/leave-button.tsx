"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { GoingDialog } from "../../../_components/going-dialog";
import { useFailed } from "../../../_components/use-failed";
import { belongings, leave } from "../actions";

export function LeaveButton({ name }: { name: string }) {
  const t = useTranslations("workspaces");
  const failed = useFailed();
  const [asked, setAsked] = useState(false);
  const confirmed = async () => {
    const outcome = await leave().catch(() => null);
    // Everything that this page holds is of a workspace that is closed now.
    if (outcome?.ok) window.location.assign("/");
    else failed(outcome);
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t("leave")}</Button>
      {asked && (
        <GoingDialog who="me" name={name} load={belongings} onClose={() => setAsked(false)} onConfirm={confirmed} />
      )}
    </>
  );
}
