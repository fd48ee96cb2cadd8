import { useCallback, useState } from "react";
import type { Session } from "@/lib/http/contract/sessions";
import { rememberRail } from "./rail-memory";

/** A conversation shorter than this needs no index. */
export const RAIL_FROM_SEQ = 6;
/** From here on there is room beside the text. */
const BESIDE = "(min-width: 80rem)";

export type Rail = {
  /** Beside the text, where there is room. */
  open: boolean;
  /** Over the page, where there is none. */
  sheet: boolean;
  toggle(): void;
  closeSheet(): void;
};

/**
 * `wanted`: as it was left. In a conversation that was short when it was opened it stays away until it is asked for:
 * coming by itself it would move the text under the reader's eyes.
 */
export function useRail(session: Pick<Session, "last_seq">, wanted: boolean): Rail {
  const [open, setOpen] = useState(wanted && session.last_seq >= RAIL_FROM_SEQ);
  const [sheet, setSheet] = useState(false);
  const toggle = useCallback(() => {
    if (!matchMedia(BESIDE).matches) return setSheet(true);
    setOpen((was) => {
      rememberRail(!was);
      return !was;
    });
  }, []);
  return { open, sheet, toggle, closeSheet: useCallback(() => setSheet(false), []) };
}
