import { z } from "zod";
import { contract, Text, Time, Uuid } from "./common";
import { ContextBudget, Message } from "./messages";

const TextPart = z.object({ type: z.literal("text"), text: Text(4_000_000) });
const FILE_URL = /^\/api\/v1\/files\/[0-9a-f-]{36}$/i;
const FilePart = z
  .object({
    type: z.literal("file"),
    url: z.string().regex(FILE_URL, { error: "must be /api/v1/files/{id}" }).optional(),
    file_id: Uuid.optional(),
  })
  .refine((part) => (part.url === undefined) !== (part.file_id === undefined), {
    path: ["file_id"],
    error: "give either url or file_id",
  })
  .meta({ description: "A file that was uploaded before. A message may be of files alone." });

export const SendBody = z.object({
  session_id: Uuid.optional().meta({ description: "Absent: a new conversation." }),
  message: z
    .object({
      id: Uuid.optional().meta({ description: "Yours to choose; sent again it is the same run, never a second one." }),
      text: Text(4_000_000)
        .optional()
        .meta({ examples: ["Where does tram 28 start?"] }),
      parts: z
        .array(z.discriminatedUnion("type", [TextPart, FilePart]))
        .min(1)
        .max(200)
        .optional(),
    })
    .refine((message) => (message.text === undefined) !== (message.parts === undefined), {
      path: ["text"],
      error: "give either text or parts",
    })
    .refine(
      ({ text, parts }) =>
        /\S/.test(text ?? "") || (parts ?? []).some((part) => part.type === "file" || /\S/.test(part.text)),
      { path: ["text"], error: "must not be empty" },
    ),
  agent_id: Uuid.optional().meta({ description: "The work agent that a new conversation is held with." }),
  replace_from: Uuid.optional().meta({
    description: "Edit and resend: this message and all later ones are cut off in the same transaction.",
  }),
  model: Text(200).optional().meta({ description: "provider:model for this and the following messages" }),
  stream: z.boolean().default(true).meta({ description: "false: one JSON answer at the end of the run" }),
});
export type SendBody = z.infer<typeof SendBody>;

export const SendAnswer = z
  .object({
    session_id: Uuid,
    run_id: Uuid,
    message: Message.meta({ description: "The assistant's, whatever its status" }),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    context_budget: ContextBudget,
  })
  .meta({ id: "SendAnswer" });
export type SendAnswer = z.infer<typeof SendAnswer>;

export const send = contract({
  method: "POST",
  path: "/chat/send",
  access: "write",
  summary: "Send a message and get the answer",
  description:
    "Starts a run. Answers with server-sent events in the AI SDK's UI message stream protocol, or with JSON at the end when stream is false. " +
    "The run goes on when the connection drops. The first event of the stream is `start`, whose messageMetadata carries session_id, run_id, user_message_id, context_budget and, after replace_from, truncation_id (for undo).",
  body: SendBody,
  response: SendAnswer,
  streams: "text/event-stream",
  errors: [
    "not_found",
    "run_active",
    "message_id_conflict",
    "message_too_large",
    "cannot_see",
    "too_many_files",
    "unknown_model",
    "agent_archived",
    "instructions_too_large",
    "rate_limited",
    "shutting_down",
  ],
});

export const Run = z
  .object({
    id: Uuid,
    session_id: Uuid,
    status: z.enum(["running", "complete", "stopped", "interrupted", "failed"]),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ examples: [null] }),
    model: z.string().meta({ examples: ["openai:gpt-5.2"] }),
    user_message_id: Uuid,
    message_id: Uuid.meta({ description: "The assistant's message" }),
    created_at: Time,
    ended_at: Time.nullable().meta({ examples: [null] }),
  })
  .meta({ id: "Run" });
export type Run = z.infer<typeof Run>;
const RunParams = z.object({ id: Uuid });

export const getRun = contract({
  method: "GET",
  path: "/chat/runs/{id}",
  access: "read",
  summary: "A run's state",
  params: RunParams,
  response: Run,
  errors: ["not_found"],
});

export const followRun = contract({
  method: "GET",
  path: "/chat/runs/{id}/stream",
  access: "read",
  summary: "Follow or resume a run from any device",
  description:
    "Server-sent events as in send; each event's id is the position in the stream that it reaches. `after` is the id you have: what is older is left out. " +
    "Without it, or where the rest alone cannot be had any more, the whole message comes from its start: every `start` begins the message anew.",
  params: RunParams,
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  streams: "text/event-stream",
  errors: ["not_found"],
});

export const stopRun = contract({
  method: "POST",
  path: "/chat/runs/{id}/stop",
  access: "write",
  summary: "Stop a run and keep the partial answer",
  description: "Answers when the partial answer is stored. Stopping a run that has ended changes nothing.",
  params: RunParams,
  response: Run,
  errors: ["not_found"],
});

export const ApproveBody = z.object({
  tool_call_id: Text(200).meta({ examples: ["call_1"] }),
  allow: z.boolean(),
  always: z
    .boolean()
    .default(false)
    .meta({ description: "With allow: also later calls of this tool in this conversation" }),
});
export type ApproveBody = z.infer<typeof ApproveBody>;

export const answerToolCall = contract({
  method: "POST",
  path: "/chat/runs/{id}/approvals",
  access: "write",
  summary: "Allow or refuse a call of a tool that waits",
  description: "A call whose tool is set to ask first waits in the state approval-requested. It can be answered once.",
  params: RunParams,
  body: ApproveBody,
  response: z.object({ answered: z.literal(true) }).meta({ id: "ToolCallAnswer" }),
  errors: ["not_found", "not_waiting"],
});
