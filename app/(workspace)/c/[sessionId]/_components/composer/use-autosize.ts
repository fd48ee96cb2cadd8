import { type RefObject, useLayoutEffect } from "react";

/**
 * A field as high as its text; its CSS says how high at most. Browsers with `field-sizing` do it themselves (the field
 * has that class too), without the moment of another height that this costs elsewhere.
 */
export function useAutosize(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
