import { z } from "zod";
import { Cursor, contract, limit, Text, Time, Uuid } from "./common";

export const ContextBudget = z
  .object({
    used_runes: z.int().meta({ examples: [18240] }),
    limit_runes: z.int().meta({ examples: [96000] }),
    used_pct: z.number().meta({ examples: [19] }),
  })
  .meta({
    id: "ContextBudget",
    description: "What the model would be given now, in runes (Unicode code points), and the most it may be.",
  });
export type ContextBudget = z.infer<typeof ContextBudget>;

export const Usage = z.object({
  input_tokens: z.int().optional(),
  output_tokens: z.int().optional(),
  total_tokens: z.int().optional(),
});

export const Message = z
  .object({
    id: Uuid,
    session_id: Uuid,
    seq: z
      .int()
      .positive()
      .meta({ description: "Its place in the conversation: 1, 2, 3 …", examples: [42] }),
    role: z.enum(["user", "assistant", "system"]).meta({ examples: ["assistant"] }),
    name: z.string().optional().meta({ description: "The speaker, where it is not simply the user or the model" }),
    parts: z.array(z.looseObject({ type: z.string() })).meta({
      description: "UIMessage parts of the AI SDK",
      examples: [[{ type: "text", text: "Tram 28 leaves from Martim Moniz." }]],
    }),
    text: z.string().meta({ description: "The parts as plain text", examples: ["Tram 28 leaves from Martim Moniz."] }),
    status: z.enum(["complete", "running", "interrupted", "failed"]),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Why it is interrupted or failed", examples: [null] }),
    model: z
      .string()
      .nullable()
      .meta({ description: "The model that wrote it", examples: ["openai:gpt-5.2"] }),
    usage: Usage.nullable().meta({
      description: "Tokens, as the provider counted them",
      examples: [{ input_tokens: 4812, output_tokens: 57, total_tokens: 4869 }],
    }),
    run_id: Uuid.nullable().meta({
      description: "The run that wrote or is writing it; follow that while status is running.",
    }),
    created_at: Time,
    truncated: z
      .boolean()
      .optional()
      .meta({ description: "Very long tool output was shortened in this page; GET /chat/messages/{id} has it whole." }),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof Message>;

export const HistoryQuery = z
  .object({
    session_id: Uuid,
    limit: limit(50, 200),
    cursor: Cursor.optional(),
    around: Uuid.optional().meta({ description: "A message's id: the page centred on it." }),
  })
  .refine((query) => !(query.cursor && query.around), { path: ["around"], error: "give either cursor or around" });

export const HistoryPage = z
  .object({
    messages: z.array(Message).meta({ description: "Oldest first" }),
    older_cursor: z
      .string()
      .nullable()
      .meta({ description: "Null: this is the beginning", examples: ["aDx7…"] }),
    newer_cursor: z
      .string()
      .nullable()
      .meta({ description: "Null: there is nothing newer", examples: [null] }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "The same as older_cursor", examples: ["aDx7…"] }),
    at_live_edge: z.boolean().meta({ description: "Whether the newest message is in this page", examples: [true] }),
    context_budget: ContextBudget,
  })
  .meta({ id: "HistoryPage" });
export type HistoryPage = z.infer<typeof HistoryPage>;

export const getHistory = contract({
  method: "GET",
  path: "/chat/history",
  access: "read",
  summary: "A page of a conversation",
  description:
    "The page at the cursor, the page around a message, or the latest page. " +
    "An around that names no message of this conversation is a 404 whose kind is message: show the latest page instead and say so.",
  query: HistoryQuery,
  response: HistoryPage,
  errors: ["invalid_cursor", "not_found"],
});

export const Turn = z
  .object({
    message_id: Uuid,
    seq: z.int().meta({ examples: [41] }),
    preview: z.string().meta({ examples: ["Where does tram 28 start?"] }),
    created_at: Time,
  })
  .meta({ id: "Turn" });
export type Turn = z.infer<typeof Turn>;
export const TurnPage = z
  .object({
    turns: z.array(Turn).meta({ description: "Newest first" }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Older turns. With q, a page can hold fewer than limit and still go on." }),
    newer_cursor: z.string().nullable().meta({ description: "Newer turns; null at the newest, and with q" }),
    total_hint: z.int().meta({ description: "About how many turns there are", examples: [64] }),
  })
  .meta({ id: "TurnPage" });
export type TurnPage = z.infer<typeof TurnPage>;

export const listTurns = contract({
  method: "GET",
  path: "/chat/history/turns",
  access: "read",
  summary: "The questions of a conversation",
  query: z
    .object({
      session_id: Uuid,
      limit: limit(50, 200),
      cursor: Cursor.optional(),
      around: Uuid.optional().meta({ description: "A message's id: the page with its question in the middle." }),
      q: Text(200).optional(),
    })
    .refine(({ around, cursor, q }) => !around || (!cursor && !q), {
      path: ["around"],
      error: "goes with neither cursor nor q",
    }),
  response: TurnPage,
  errors: ["invalid_cursor", "not_found"],
});

export const getMessage = contract({
  method: "GET",
  path: "/chat/messages/{id}",
  access: "read",
  summary: "One message in full",
  params: z.object({ id: Uuid }),
  response: Message,
  errors: ["not_found"],
});

export const Truncated = z
  .object({
    deleted: z.int().meta({ description: "How many messages were cut off", examples: [6] }),
    context_budget: ContextBudget,
    truncation_id: Uuid,
  })
  .meta({ id: "Truncated" });
export type Truncated = z.infer<typeof Truncated>;
export const truncateSession = contract({
  method: "POST",
  path: "/chat/truncate",
  access: "write",
  summary: "Delete a message and all later ones",
  description: "An answer that is being written is stopped first. The tail is kept for undo.",
  body: z.object({ session_id: Uuid, message_id: Uuid }),
  response: Truncated,
  errors: ["not_found"],
});

export const Undone = z
  .object({
    session_id: Uuid,
    restored: z.int().meta({ description: "How many messages came back", examples: [6] }),
    context_budget: ContextBudget,
  })
  .meta({ id: "Undone" });
export type Undone = z.infer<typeof Undone>;
export const undoTruncation = contract({
  method: "POST",
  path: "/chat/truncate/{truncation_id}/undo",
  access: "write",
  summary: "Put a cut-off tail back",
  description: "Possible while nothing newer was written; otherwise 409, and as=fork restores it as a new session.",
  params: z.object({ truncation_id: Uuid }),
  query: z.object({ as: z.literal("fork").optional() }),
  response: Undone,
  errors: ["not_found", "newer_messages", "already_undone"],
});
