"use client";

import "katex/dist/katex.min.css";
import katex from "katex";
import { useLayoutEffect, useRef } from "react";

/** A formula, set by KaTeX; a chunk of its own. What KaTeX cannot read is shown as it was written. */
export default function Formula({ tex, display }: { tex: string; display: boolean }) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!ref.current) return;
    katex.render(tex, ref.current, {
      displayMode: display,
      throwOnError: false,
      strict: "ignore",
      trust: false,
      maxExpand: 500,
      maxSize: 40,
    });
  }, [tex, display]);
  return display ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide formula scrolls, and a keyboard must be able to scroll it
    <div data-block data-formula data-scroll tabIndex={0} dir="ltr">
      <span ref={ref}>{tex}</span>
    </div>
  ) : (
    <span ref={ref} dir="ltr">
      {tex}
    </span>
  );
}
