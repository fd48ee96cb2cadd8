import { z } from "zod";
import { contract, limit, SessionParams, Text, Time, Uuid } from "./common";
import { ContextBudget, Usage } from "./messages";

const MOST_VERSIONS = 200;

export const ContextVersion = z
  .object({
    version: z.int(),
    base_version: z.int().meta({ description: "The version that it was made from; 0: from nothing" }),
    from_seq: z
      .int()
      .meta({ description: "The first of the messages that it took in beside the version it was made from" }),
    to_seq: z.int().meta({ description: "Covers all messages up to and with this one" }),
    from_message_id: Uuid.nullable(),
    to_message_id: Uuid,
    summary: z.string(),
    reason: z.enum(["send", "reply", "too_long", "backlog", "manual", "redo", "edit", "restore"]),
    method: z.enum(["model", "extractive", "user"]),
    fallback: z.string().nullable().meta({ description: "Why it is extractive although a model was there to ask" }),
    model: z.string().nullable(),
    instructions: z.string().nullable(),
    runes_before: z.int().meta({ description: "The old summary and the messages that were rolled into it" }),
    runes_after: z.int(),
    usage: Usage.extend({
      cost_usd: z.number().optional().meta({ description: "Dollars, where the model’s prices were known" }),
    }).nullable(),
    duration_ms: z.int(),
    created_at: Time,
  })
  .meta({ id: "ContextVersion" });
export type ContextVersion = z.infer<typeof ContextVersion>;

export const ContextPart = z.object({
  kind: z.enum([
    "instructions",
    "memory",
    "summary",
    "user_messages",
    "attachments",
    "knowledge",
    "assistant_messages",
    "tools",
  ]),
  runes: z.int(),
});

export const SessionContext = z
  .object({
    context_budget: ContextBudget,
    summary: z.string(),
    summary_version: z.int().meta({ description: "0: nothing is summarised" }),
    summary_max_runes: z.int(),
    verbatim_since_seq: z.int(),
    verbatim_since_message_id: Uuid.nullable(),
    parts: z.array(ContextPart).meta({ description: "What fills the budget" }),
    caps: z
      .object({
        attachment_max_runes: z.int(),
        attachments_max_runes: z.int(),
        knowledge_max_runes: z.int(),
      })
      .meta({
        description: "The most of one file, of all files of a message, and of knowledge; whatever is summarised",
      }),
    versions: z
      .array(ContextVersion)
      .meta({ description: "The newest that can be restored and the current one (summary_version), newest first" }),
    progress: z
      .object({
        kind: z.enum(["backlog", "redo"]),
        done_seq: z.int(),
        to_seq: z.int(),
        paused_until: Time.nullable().meta({
          description: "When it is tried again, after a try without success; null: it is due or under way",
        }),
      })
      .nullable()
      .meta({ description: "What the background still has to summarise, or to summarise again by the model" }),
    rolling: z.boolean().meta({ description: "Whether a roll is under way now" }),
    payload: z
      .object({
        instructions: z.array(z.string()),
        messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
      })
      .optional()
      .meta({ description: "With payload=true: word by word what a message sent now would be answered from" }),
  })
  .meta({ id: "SessionContext" });
export type SessionContext = z.infer<typeof SessionContext>;

export const getContext = contract({
  method: "GET",
  path: "/chat/sessions/{id}/context",
  access: "read",
  summary: "What the model would be given now",
  params: SessionParams,
  query: z.object({
    payload: z.stringbool().default(false).meta({ description: "Whether to answer word by word what would be sent" }),
    versions: limit(MOST_VERSIONS, MOST_VERSIONS).meta({ description: "At most so many, the current one among them" }),
  }),
  response: SessionContext,
  errors: ["not_found"],
});

export const CompactBody = z.object({
  instructions: Text(2_000)
    .optional()
    .meta({ description: "What the summary should look out for", examples: ["Keep every price."] }),
});

export const Compacted = z
  .object({
    rolled: z.boolean().meta({ description: "False: there was nothing that could leave" }),
    version: z.int(),
    verbatim_since_seq: z.int(),
    context_budget: ContextBudget,
  })
  .meta({ id: "Compacted" });

export const compactSession = contract({
  method: "POST",
  path: "/chat/sessions/{id}/compact",
  access: "write",
  summary: "Roll the older messages into the summary now",
  description: "All but the newest messages leave the verbatim window. The messages themselves stay where they are.",
  params: SessionParams,
  body: CompactBody,
  response: Compacted,
  errors: ["not_found"],
});
