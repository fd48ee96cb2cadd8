import { useCallback, useState } from "react";
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

export function useRail(initiallyOpen: boolean): Rail {
  const [open, setOpen] = useState(initiallyOpen);
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
