import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// The tokens as they stand in the style sheet, by theme.
const sheet = readFileSync(new URL("./globals.css", import.meta.url), "utf8");
const tokens = new Map(
  [...sheet.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: "light" | "dark", a: string, b: string): number {
  const [one, two] = [a, b].map((name) => {
    const hex = tokens.get(name)?.[theme];
    if (!hex) throw new Error(`no token ${name}`);
    return luminance(hex);
  });
  const [low, high] = [one ?? 0, two ?? 0].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const grounds = ["canvas", "sunken", "surface", "raised"];
const texts = [
  ...["ink", "ink-muted", "ink-faint", "accent", "danger", "warning", "success"].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  ),
  ["on-accent", "accent"] as const,
  ["on-accent", "accent-strong"] as const,
  ["on-danger", "danger-fill"] as const,
  ["canvas", "ink"] as const,
  ...["accent", "danger", "warning", "success"].map((tone) => [tone, `${tone}-soft`] as const),
  ...["accent-soft", "danger-soft", "warning-soft", "success-soft", "found"].map((soft) => ["ink", soft] as const),
];
const controls = [
  ...["canvas", "surface", "raised"].map((ground) => ["line-strong", ground] as const),
  ...grounds.map((ground) => ["accent", ground] as const),
];

describe.each(["light", "dark"] as const)("the %s theme", (theme) => {
  it.each(texts)("shows %s on %s with 4.5:1 or more", (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(controls)("outlines with %s on %s with 3:1 or more", (outline, ground) => {
    expect(contrast(theme, outline, ground)).toBeGreaterThanOrEqual(3);
  });
});
