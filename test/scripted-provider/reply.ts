import { z } from "zod";

const ToolCall = z.object({
  id: z.string().default("call_1"),
  name: z.string(),
  input: z.record(z.string(), z.unknown()).default({}),
});

/** What the scripted provider does with one request. */
export const Reply = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("answer"),
    chunks: z.array(z.string()).default([]),
    firstAfterMs: z.number().default(0).describe("silence between the headers and the first chunk"),
    everyMs: z.number().default(0).describe("pace of the chunks, counted from the first"),
    reasoning: z.array(z.string()).default([]).describe("sent before the text"),
    toolCalls: z.array(ToolCall).default([]).describe("sent after the text"),
    interleaved: z
      .array(z.union([z.string(), ToolCall]))
      .default([])
      .describe("words and calls in this order, sent last, by a stream only"),
    finish: z.enum(["stop", "length", "tool_calls", "content_filter"]).optional(),
    usage: z
      .object({ input: z.number(), output: z.number() })
      .optional()
      .describe("absent: about four characters a token"),
    ending: z
      .enum(["end", "cut", "silence", "garbage"])
      .default("end")
      .describe("after the last chunk: a proper end, the socket destroyed, nothing more, or bytes that are no event"),
  }),
  z.object({
    kind: z.literal("error"),
    status: z.number().int(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown(),
  }),
  z.object({ kind: z.literal("hang") }).describe("no answer at all, not even headers"),
]);
export type Reply = z.infer<typeof Reply>;
export type Answer = Extract<Reply, { kind: "answer" }>;
/** As written by hand: a plain string is an answer in words. */
export type ReplyInput = string | z.input<typeof Reply>;

/** Pieces that joined are the text: a word with the space before it, a Chinese character, a run of spaces. */
export function inWords(text: string): string[] {
  return text.match(/\s*(?:[\p{Script=Han}\p{P}]|[^\s\p{Script=Han}]+)|\s+/gu) ?? [];
}

export function replyOf(input: ReplyInput): Reply {
  return Reply.parse(typeof input === "string" ? { kind: "answer", chunks: inWords(input) } : input);
}
