const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** ⌘K, and Ctrl+K where there is no ⌘: on a Mac that cuts off the rest of a line. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (key.toLowerCase() !== "k" || shiftKey || altKey || event.isComposing) return false;
  return isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/** As this platform writes it. Only in the browser: the server does not know it. */
export const paletteKey = (): string => (isApple() ? "⌘K" : "Ctrl K");
