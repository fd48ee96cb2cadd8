import { z } from "zod";

/** One message as a line of JSON in an import or export. */
export const TransferLine = z.object({
  role: z.enum(["user", "assistant"]),
  text: z.string(),
  /** The speaker as shown and searched. */
  name: z.string().max(200).optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
  model: z.string().max(200).optional(),
  /** Where there is more than the text: tool calls, reasoning. */
  parts: z.array(z.looseObject({ type: z.string() })).optional(),
  status: z.enum(["complete", "interrupted", "failed"]).optional(),
});
export type TransferLine = z.infer<typeof TransferLine>;
