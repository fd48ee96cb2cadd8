"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { surely } from "@/app/_components/surely";
import { Dialog } from "@/app/_components/ui/dialog";
import type { Session } from "@/lib/http/contract/sessions";
import type { Signal } from "../signal";
import type { InView } from "../window/scroller";
import { RAIL_FROM_SEQ, type Rail } from "./use-rail";

const RailPanel = lazy(surely(() => import("./rail-panel")));

/** The questions of the conversation: beside it where there is room, over it elsewhere. Loaded after the conversation. */
export function QuestionRail({
  session,
  rail,
  inView,
  onJump,
}: {
  session: Session;
  rail: Rail;
  inView: Signal<InView | null>;
  onJump: (messageId: string) => void;
}) {
  const t = useTranslations("conversation");
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(matchMedia("(min-width: 80rem)").matches), 300);
    return () => clearTimeout(timer);
  }, []);
  if (session.last_seq < RAIL_FROM_SEQ) return null;
  const jumpFromSheet = (messageId: string) => {
    rail.closeSheet();
    onJump(messageId);
  };
  return (
    <>
      {rail.open && (
        <aside aria-label={t("questions")} className="hidden w-62 shrink-0 xl:flex xl:flex-col">
          {ready && (
            <Suspense fallback={null}>
              <RailPanel session={session} inView={inView} onJump={onJump} />
            </Suspense>
          )}
        </aside>
      )}
      <Dialog open={rail.sheet} onOpenChange={rail.closeSheet} title={t("questions")}>
        <div className="-mx-3 flex h-[60dvh] flex-col">
          <Suspense fallback={null}>
            <RailPanel session={session} inView={inView} onJump={jumpFromSheet} />
          </Suspense>
        </div>
      </Dialog>
    </>
  );
}
