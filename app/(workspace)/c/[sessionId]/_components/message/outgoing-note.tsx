"use client";

import { lazy, Suspense } from "react";
import type { Outgoing } from "../runs/outbox";

// Fetched when a message first could not be sent.
const FailedNote = lazy(() => import("./failed-note").then((note) => ({ default: note.FailedNote })));

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
