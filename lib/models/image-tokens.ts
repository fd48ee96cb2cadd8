// What providers count for an image of a size, by the rules that they publish. Pure.

export type ImageRule = "openai" | "openai-mini" | "anthropic" | "google";

/** By the model's name, since a gateway may stand before any of them; unknown ones are counted as OpenAI's. */
export function ruleOf(ref: string): ImageRule {
  if (/claude/i.test(ref)) return "anthropic";
  if (/gemini|gemma/i.test(ref)) return "google";
  return /gpt-4o-mini/i.test(ref) ? "openai-mini" : "openai";
}

export function imageCost(rule: ImageRule, width: number, height: number): number {
  if (rule === "anthropic") return anthropic(width, height);
  if (rule === "google") return google(width, height);
  return rule === "openai" ? 85 + 170 * tiles(width, height) : 2_833 + 5_667 * tiles(width, height);
}

/** Within 2048 × 2048, then its short side at most 768, in tiles of 512. */
function tiles(width: number, height: number): number {
  const fit = Math.min(1, 2_048 / Math.max(width, height));
  const scale = fit * Math.min(1, 768 / (Math.min(width, height) * fit));
  const along = (side: number) => Math.max(1, Math.ceil(Math.round(side * scale) / 512));
  return along(width) * along(height);
}

/** A token for 750 pixels; what would be more than about 1,600 is made smaller first. */
const anthropic = (width: number, height: number) => Math.min(1_600, Math.max(1, Math.ceil((width * height) / 750)));

/** 258 for a small image, and for each tile of a larger one. */
function google(width: number, height: number): number {
  if (width <= 384 && height <= 384) return 258;
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return 258 * Math.ceil(width / unit) * Math.ceil(height / unit);
}
