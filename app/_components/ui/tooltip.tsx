"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { surely } from "../surely";

type TooltipAttribute = { "data-tooltip": string };

/** Attributes that give an element a tooltip. One bubble serves the whole page, so a long list of buttons costs nothing. */
export function tooltip(label: string): TooltipAttribute {
  return { "data-tooltip": label };
}

const TooltipBubble = lazy(surely(() => import("./tooltip-bubble")));

/** Shows the tooltips of the whole page. Their code comes after it: nothing that the first paint shows waits for them. */
export function Tooltips() {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  return (
    <Suspense fallback={null}>
      <TooltipBubble />
    </Suspense>
  );
}
