"use client";

import { ListTree } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/app/_components/ui/icon-button";
import type { Session } from "@/lib/http/contract/sessions";
import { RAIL_FROM_SEQ, type Rail } from "./use-rail";

export function RailButton({ session, rail }: { session: Session; rail: Rail }) {
  const t = useTranslations("conversation");
  if (session.last_seq < RAIL_FROM_SEQ) return null;
  return (
    <IconButton label={t("questions")} shortcut="Alt ↑ ↓" onClick={rail.toggle}>
      <ListTree aria-hidden="true" size={18} />
    </IconButton>
  );
}
