import type { KeyboardEvent } from "react";

/**
 * Enter sends, with Shift it is a new line. Not the Enter that ends a Chinese or Japanese input: Safari reports that one
 * after the composition, with key code 229.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  return (
    event.key === "Enter" && !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing && event.keyCode !== 229
  );
}
