import { z } from "zod";
import { Uuid } from "@/lib/http/contract/common";

// What inputs are made of. A schema is sent with each step: bounds that are not worth their runes are kept to here,
// and an id that is none is the same as an unknown one.

export const LAST_SEQ = 2_147_483_647;

export const whole = () =>
  z.number().refine((value) => Number.isInteger(value) && value >= 0 && value <= LAST_SEQ, {
    error: "must be a whole number",
  });

/** How much of a text one call answers: more is asked for than is given at most, it is that much. */
export const atMost = (asked: number | undefined, usual: number, most: number): number =>
  Math.max(1, Math.min(asked ?? usual, most));

export const isId = (text: string): boolean => Uuid.safeParse(text).success;
