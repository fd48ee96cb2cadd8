"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { AddDialog } from "./add-dialog";

export function AddProvider() {
  const t = useTranslations("models");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t("addProvider")}
      </Button>
      {/* Mounted anew each time, so that no key is left in it. */}
      {asking && <AddDialog onClose={() => setAsking(false)} />}
    </>
  );
}
