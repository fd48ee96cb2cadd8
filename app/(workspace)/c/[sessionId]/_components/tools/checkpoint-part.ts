import type { Part } from "../message/message-text";

export type CheckpointPart = {
  summary: string;
  /** 0: not known. */
  fromStep: number;
  toStep: number;
  runesBefore: number;
  runesAfter: number;
};

const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);

/** The part as this version knows it; null for others. */
export function checkpointOf(part: Part): CheckpointPart | null {
  if (part.type !== "data-checkpoint" || !("data" in part)) return null;
  const data: unknown = part.data;
  if (typeof data !== "object" || data === null || !("summary" in data) || typeof data.summary !== "string")
    return null;
  const numbers: Record<string, unknown> = { ...data };
  return {
    summary: data.summary,
    fromStep: numberOf(numbers.from_step),
    toStep: numberOf(numbers.to_step),
    runesBefore: numberOf(numbers.runes_before),
    runesAfter: numberOf(numbers.runes_after),
  };
}
