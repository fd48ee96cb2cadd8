import { z } from "zod";
import { Cursor, contract, limit, ModelName, SessionParams, Text, Time, Uuid } from "./common";

export const Session = z
  .object({
    id: Uuid,
    title: z.string().meta({ examples: ["Trip to Lisbon"] }),
    agent_id: Uuid.nullable().meta({ description: "The work agent it is held with", examples: [null] }),
    model: z
      .string()
      .nullable()
      .meta({ description: "provider:model; null: the workspace's default", examples: ["openai:gpt-5.2"] }),
    last_seq: z
      .int()
      .meta({ description: "The seq of the newest message; 0 in an empty conversation", examples: [128] }),
    verbatim_since_seq: z.int().meta({
      description: "The model sees the messages from this seq on word by word, earlier ones as a summary; 1: all",
      examples: [89],
    }),
    summary_version: z
      .int()
      .meta({ description: "The version of that summary; 0: nothing is summarised", examples: [3] }),
    pinned: z.boolean(),
    archived: z.boolean(),
    forked_from: z
      .object({ session_id: Uuid, message_id: Uuid.nullable() })
      .nullable()
      .meta({ description: "The conversation it branched from, and at which message", examples: [null] }),
    active_run_id: Uuid.nullable().meta({ description: "The run that is writing an answer now", examples: [null] }),
    created_at: Time,
    updated_at: Time.meta({ description: "The last activity; renaming or pinning is none" }),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

const boolean = z.enum(["true", "false"]).transform((value) => value === "true");

export const SessionListQuery = z.object({
  limit: limit(20, 100),
  cursor: Cursor.optional(),
  q: Text(200).optional().meta({ description: "Words in the title" }),
  agent_id: Uuid.optional(),
  archived: boolean.optional().meta({ description: "true: the archived ones; otherwise those that are not" }),
  pinned: boolean.optional().meta({ description: "Only the pinned, or only the others" }),
});
export type SessionListQuery = z.infer<typeof SessionListQuery>;
export const SessionList = z
  .object({
    sessions: z.array(Session),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: ["b3Kq…"] }),
  })
  .meta({ id: "SessionList" });
export type SessionList = z.infer<typeof SessionList>;

export const listSessions = contract({
  method: "GET",
  path: "/chat/sessions",
  access: "read",
  summary: "Conversations, newest activity first",
  query: SessionListQuery,
  response: SessionList,
  errors: ["invalid_cursor"],
});

export const createSession = contract({
  method: "POST",
  path: "/chat/sessions",
  access: "write",
  summary: "Start an empty conversation",
  body: z.object({
    title: Text(300)
      .optional()
      .meta({ examples: ["Trip to Lisbon"] }),
    model: ModelName.nullable().optional(),
    agent_id: Uuid.optional().meta({ description: "The work agent that it is held with" }),
  }),
  response: Session,
  status: 201,
  errors: ["not_found", "unknown_model", "agent_archived"],
});

export const getSession = contract({
  method: "GET",
  path: "/chat/sessions/{id}",
  access: "read",
  summary: "One conversation",
  params: SessionParams,
  response: Session,
  errors: ["not_found"],
});

export const SessionChanges = z.object({
  title: Text(300)
    .trim()
    .min(1)
    .optional()
    .meta({ examples: ["Trip to Porto"] }),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  model: ModelName.nullable().optional(),
});
export type SessionChanges = z.infer<typeof SessionChanges>;
export const updateSession = contract({
  method: "PATCH",
  path: "/chat/sessions/{id}",
  access: "write",
  summary: "Rename, pin, archive, change the model",
  params: SessionParams,
  body: SessionChanges,
  response: Session,
  errors: ["not_found", "unknown_model"],
});

export const deleteSession = contract({
  method: "DELETE",
  path: "/chat/sessions/{id}",
  access: "write",
  summary: "Delete a conversation with all its messages",
  description:
    "It is gone for every call at once; an answer that is being written stops. The rows of a long one are removed in the background.",
  params: SessionParams,
  response: z.object({ deleted: z.literal(true) }),
  errors: ["not_found"],
});

export const forkSession = contract({
  method: "POST",
  path: "/chat/sessions/{id}/fork",
  access: "write",
  summary: "Branch: a new conversation with everything up to a message",
  params: SessionParams,
  body: z.object({ message_id: Uuid }),
  response: Session,
  status: 201,
  errors: ["not_found"],
});
