import type { Root } from "hast";
import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** The code as a tree of classed spans; null for a language that is not known. */
export function highlight(code: string, language: string): Root | null {
  return lowlight.registered(language) ? lowlight.highlight(language, code) : null;
}
