"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

type Bubble = { text: string; x: number; y: number; below: boolean };

const DELAY_MS = 350;
const GAP = 8;
const EDGE = 8;

function place(target: Element): Bubble | null {
  const text = target.getAttribute("data-tooltip");
  // While its menu is open the tooltip would lie over it.
  if (!text || target.getAttribute("aria-expanded") === "true") return null;
  const box = target.getBoundingClientRect();
  const below = box.top < 44;
  return { text, x: box.left + box.width / 2, y: below ? box.bottom + GAP : box.top - GAP, below };
}

/** The one bubble, wherever the pointer or the focus is. */
export default function TooltipBubble() {
  const [bubble, setBubble] = useState<Bubble | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    // A dialog that is closed gives the focus back: only who moves it by the keyboard is told what it is on.
    let byKeyboard = false;
    const hide = () => {
      clearTimeout(timer);
      current = null;
      setBubble(null);
    };
    const show = (target: Element | null, delay: number) => {
      if (target === current) return;
      hide();
      if (!target) return;
      current = target;
      timer = setTimeout(() => setBubble(target.isConnected ? place(target) : null), delay);
    };
    const tipOf = (target: EventTarget | null) => (target instanceof Element ? target.closest("[data-tooltip]") : null);
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === "mouse") show(tipOf(event.target), DELAY_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const target = tipOf(event.target);
      if (byKeyboard && target?.matches(":focus-visible")) show(target, 0);
    };
    const onKey = (event: KeyboardEvent) => {
      byKeyboard = event.key === "Tab" || event.key.startsWith("Arrow");
      if (event.key === "Escape") hide();
    };

    document.addEventListener("pointerover", onOver);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      hide();
      document.removeEventListener("pointerover", onOver);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, []);

  return bubble && createPortal(<Placed {...bubble} />, document.body);
}

function Placed({ text, x, y, below }: Bubble) {
  const ref = useRef<HTMLDivElement>(null);
  // Measured before the paint, so that a bubble near the edge of the window is moved in, never seen cut.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const half = element.offsetWidth / 2;
    const left = Math.min(Math.max(x, EDGE + half), window.innerWidth - EDGE - half);
    element.style.left = `${left}px`;
    element.style.visibility = "visible";
  }, [x]);
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="pointer-events-none fixed z-100 max-w-72 animate-fade whitespace-pre-wrap rounded-md bg-ink px-2 py-1 font-medium text-canvas text-xs leading-4"
      style={{ left: x, top: y, visibility: "hidden", translate: below ? "-50% 0" : "-50% -100%" }}
    >
      {text}
    </div>
  );
}
