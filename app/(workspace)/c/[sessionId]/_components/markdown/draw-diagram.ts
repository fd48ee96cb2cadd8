import { loadMermaid } from "./mermaid-library";

/** A drawing as an address that a picture can show, and its natural size in pixels. */
export type Drawing = { src: string; width: number; height: number };

/** Drawn as text and lines only: in a picture nothing else would show. */
const FONT = 'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

let drawings = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a Mermaid text in the page's colours as they are now. Fails where the text is none. One after the other: the
 * library keeps its settings, colours among them, for all of the page.
 */
export function drawDiagram(code: string, dark: boolean): Promise<Drawing> {
  const drawing = last.then(() => draw(code, dark));
  last = drawing.catch(() => {});
  return drawing;
}

async function draw(code: string, dark: boolean): Promise<Drawing> {
  const mermaid = await loadMermaid();
  const stage = document.createElement("div");
  stage.setAttribute("aria-hidden", "true");
  stage.style.cssText = "position:fixed;inset:0 auto auto 0;width:64rem;height:0;overflow:hidden;visibility:hidden";
  document.body.append(stage);
  try {
    mermaid.initialize({
      startOnLoad: false,
      // Nothing in a diagram runs, links or loads; shown as a picture it could not either.
      securityLevel: "strict",
      suppressErrorRendering: true,
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      theme: "base",
      fontFamily: FONT,
      themeVariables: { darkMode: dark, fontFamily: FONT, fontSize: "14px", ...coloursOf(stage) },
    });
    const { svg } = await mermaid.render(`diagram-${++drawings}`, code, stage);
    return asPicture(svg);
  } finally {
    stage.remove();
  }
}

/** The page's colours, for a library that can do sums with plain ones only. */
function coloursOf(element: HTMLElement): Record<string, string> {
  const colour = (token: string) => {
    element.style.color = `var(${token})`;
    return getComputedStyle(element).color;
  };
  const [ink, muted, line, soft, accent, surface, sunken] = [
    colour("--ink"),
    colour("--ink-muted"),
    colour("--line-strong"),
    colour("--accent-soft"),
    colour("--accent"),
    colour("--surface"),
    colour("--sunken"),
  ];
  return {
    background: surface,
    primaryColor: soft,
    primaryBorderColor: accent,
    primaryTextColor: ink,
    secondaryColor: sunken,
    secondaryBorderColor: line,
    secondaryTextColor: ink,
    tertiaryColor: surface,
    tertiaryBorderColor: line,
    tertiaryTextColor: ink,
    lineColor: muted,
    textColor: ink,
    noteBkgColor: sunken,
    noteBorderColor: line,
    noteTextColor: ink,
    edgeLabelBackground: surface,
  };
}

function asPicture(svg: string): Drawing {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [, , width = 0, height = 0] = (root.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  if (root.localName !== "svg" || !(width > 0 && height > 0)) throw new Error("The diagram has no size.");
  // A picture has a size of its own, where a part of a page takes what it gets.
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  const source = new XMLSerializer().serializeToString(root);
  return { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`, width, height };
}
