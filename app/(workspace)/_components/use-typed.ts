import { useEffect, useState } from "react";

/**
 * What is being typed, and what of it is worth asking for: once typing pauses, and never in the middle of a composition
 * (pinyin that is not Chinese yet).
 */
export function useTyped(initial: string, pauseMs: number) {
  const [typed, setTyped] = useState(initial);
  const [settled, setSettled] = useState(initial.trim());
  const [composing, setComposing] = useState(false);
  const wanted = typed.trim();
  useEffect(() => {
    if (composing || wanted === settled) return;
    const timer = setTimeout(() => setSettled(wanted), wanted === "" ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [composing, wanted, settled, pauseMs]);
  return {
    typed,
    settled,
    /** Whether what is asked for is behind what is typed. */
    ahead: wanted !== settled,
    setTyped,
    /** Asks at once. */
    settle: () => setSettled(wanted),
    field: {
      value: typed,
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: () => setComposing(false),
    },
  };
}
