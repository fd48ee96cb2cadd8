"use client";

import { Code, Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useIsDark } from "@/app/_components/theme";
import { CodeBlock, CodeFrame } from "./code-block";
import type { Drawing } from "./draw-diagram";

/** Beyond this a diagram is neither quick to draw nor of use to a reader. */
const DIAGRAM_MAX = 20_000;
/** So far ahead of the screen it is drawn, that it stands when it is seen. */
const AHEAD = "600px";
/** A diagram shrinks to fit as long as its words stay readable; beyond that it scrolls. */
const leastWidth = (width: number) => Math.max(Math.min(width, 300), width * 0.6);

/** A diagram written in Mermaid: drawn once it is whole and near the screen, and its text until then or where it has faults. */
export function DiagramBlock({ code, language, open }: { code: string; language: string; open: boolean }) {
  const t = useTranslations("conversation");
  const place = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(code, open, place);
  const [faulty, setFaulty] = useState<Drawing | null>(null);
  const [asText, setAsText] = useState(false);
  const drawn = drawing !== null && drawing !== faulty;
  const action = drawn && (
    <button type="button" onClick={() => setAsText(!asText)}>
      {asText ? <Workflow aria-hidden="true" size={14} /> : <Code aria-hidden="true" size={14} />}
      <span>{asText ? t("showDiagram") : t("showCode")}</span>
    </button>
  );
  return (
    <div ref={place}>
      {drawn && !asText ? (
        <CodeFrame label={t("diagram")} code={code} action={action}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide diagram scrolls, and a keyboard must be able to scroll it */}
          <div data-diagram data-scroll tabIndex={0}>
            {/* biome-ignore lint/performance/noImgElement: it is in the page already, there is nothing to fetch */}
            <img
              src={drawing.src}
              width={Math.ceil(drawing.width)}
              height={Math.ceil(drawing.height)}
              style={{ minInlineSize: leastWidth(drawing.width) }}
              alt={t("diagramOf", { code: code.trim().slice(0, 500) })}
              onError={() => setFaulty(drawing)}
            />
          </div>
        </CodeFrame>
      ) : (
        <CodeBlock code={code} language={language} open={open} action={action} />
      )}
    </div>
  );
}

/** What was drawn lately: a message that comes back into the window has its height at once. */
const known = new Map<string, Drawing>();
const KNOWN_MAX = 60;
const keyOf = (code: string, dark: boolean) => `${dark ? "dark" : "light"} ${code}`;

function useDrawing(code: string, open: boolean, place: RefObject<HTMLElement | null>): Drawing | null {
  const dark = useIsDark();
  const key = keyOf(code, dark);
  const [drawn, setDrawn] = useState<{ code: string; key: string; drawing: Drawing } | null>(null);
  const drawing = open ? undefined : known.get(key);
  const wanted = !open && !drawing && code.length <= DIAGRAM_MAX;

  useEffect(() => {
    if (!wanted || !place.current) return;
    let here = true;
    const draw = async () => {
      const { drawDiagram } = await import("./draw-diagram");
      const fresh = await drawDiagram(code, dark);
      known.set(key, fresh);
      for (const old of known.keys()) {
        if (known.size <= KNOWN_MAX) break;
        known.delete(old);
      }
      if (here) setDrawn({ code, key, drawing: fresh });
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // What cannot be drawn stays text: a fault of the model's, or of the network's.
        draw().catch(() => {});
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => {
      here = false;
      observer.disconnect();
    };
  }, [wanted, code, dark, key, place]);

  // In the other colours, rather than as text, until it is drawn in the new ones.
  return drawing ?? (!open && drawn?.code === code ? drawn.drawing : null);
}
