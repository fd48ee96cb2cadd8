"use client";

import { lazy, Suspense } from "react";
import { surely } from "@/app/_components/surely";
import type { Outgoing } from "../runs/outbox";

/** Of a message that could not be sent, often for want of a network: it has to be there before. */
export const loadFailedNote = surely(() => import("./failed-note").then((note) => ({ default: note.FailedNote })));
const FailedNote = lazy(loadFailedNote);

/** Below a message on its way: nothing while it goes, and what to do when it did not. */
export function OutgoingNote({ item }: { item: Outgoing }) {
  // As high as what stands below a message that is stored.
  const nothing = <div className="mt-1 h-8 pointer-coarse:h-11" />;
  if (item.state !== "failed") return nothing;
  return (
    <Suspense fallback={nothing}>
      <FailedNote item={item} />
    </Suspense>
  );
}
