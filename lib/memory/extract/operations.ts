import { z } from "zod";

// What an extraction does to the entries: decided by `decide` from what the rules found, or answered by a model.

export const LONGEST_TITLE = 120;
export const LONGEST_BODY = 2_000;
/** More than that in one batch is no choice any more. */
export const MOST_OPERATIONS = 20;

const content = {
  title: z.string().trim().min(1).max(LONGEST_TITLE),
  body: z.string().trim().min(1).max(LONGEST_BODY),
  kind: z.enum(["fact", "preference", "decision", "event", "task", "note"]),
  tags: z.array(z.string().trim().min(1).max(40)).max(8),
};
/** Of the messages that say it. */
const sources = z.array(z.string().min(1).max(64)).min(1).max(20);
const id = z.string().min(1).max(64);

export const Operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), ...content, message_ids: sources }),
  /** The entry says the same, and less of it. */
  z.strictObject({ op: z.literal("update"), id, ...content, message_ids: sources }),
  /** The entry holds no longer: this takes its place. */
  z.strictObject({ op: z.literal("supersede"), id, ...content, message_ids: sources }),
  /** The entry says it already. */
  z.strictObject({ op: z.literal("nothing"), id, message_ids: sources }),
]);
export type Operation = z.infer<typeof Operation>;

export const Operations = z.array(Operation).max(MOST_OPERATIONS);
