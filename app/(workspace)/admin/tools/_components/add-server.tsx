"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { ServerDialog } from "./server-dialog";

export function AddServer({ commands }: { commands: boolean }) {
  const t = useTranslations("mcp");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t("add")}
      </Button>
      {/* Mounted anew each time, so that no secret is left in it. */}
      {asking && <ServerDialog server={null} commands={commands} onClose={() => setAsking(false)} />}
    </>
  );
}
