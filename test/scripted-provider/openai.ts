import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { Answer } from "./reply";

const Content = z
  .union([z.string(), z.null(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .optional();

/** What the scripted provider reads of a chat-completions request; the rest is recorded as it came. */
export const ChatRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  messages: z.array(z.looseObject({ role: z.string(), content: Content })).default([]),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

export function textOfContent(content: z.infer<typeof Content>): string {
  if (!content) return "";
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
}

export function lastUserText(request: ChatRequest): string {
  return textOfContent(request.messages.findLast((message) => message.role === "user")?.content);
}

/** Of the turn that goes on: how often the model has called tools, and what the last one answered. */
export function toolRounds(request: ChatRequest): { rounds: number; last: string } {
  const turn = request.messages.slice(request.messages.findLastIndex((message) => message.role === "user") + 1);
  return {
    rounds: turn.filter(({ role, tool_calls }) => role === "assistant" && Array.isArray(tool_calls)).length,
    last: textOfContent(turn.findLast((message) => message.role === "tool")?.content),
  };
}

function usageOf(request: ChatRequest, answer: Answer) {
  const characters = request.messages.reduce((sum, message) => sum + textOfContent(message.content).length, 0);
  const input = answer.usage?.input ?? Math.ceil(characters / 4);
  const output = answer.usage?.output ?? answer.chunks.length + answer.reasoning.length;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

const finishOf = (answer: Answer) => answer.finish ?? (answer.toolCalls.length > 0 ? "tool_calls" : "stop");

type ToolCall = Answer["toolCalls"][number];

const wireCall = (call: ToolCall, index: number) => ({
  index,
  id: call.id,
  type: "function",
  function: { name: call.name, arguments: JSON.stringify(call.input) },
});

const toolCallsOf = (answer: Answer) => answer.toolCalls.map(wireCall);

function interleavedOf({ interleaved, toolCalls }: Answer) {
  let calls = toolCalls.length;
  return interleaved.map((one) =>
    typeof one === "string" ? { content: one } : { tool_calls: [wireCall(one, calls++)] },
  );
}

/** The whole answer as one `chat.completion`. */
export function completion(request: ChatRequest, answer: Answer, id: string): unknown {
  const message = {
    role: "assistant",
    content: answer.chunks.join(""),
    ...(answer.reasoning.length > 0 && { reasoning_content: answer.reasoning.join("") }),
    ...(answer.toolCalls.length > 0 && { tool_calls: toolCallsOf(answer) }),
  };
  return {
    id,
    object: "chat.completion",
    created: 1_700_000_000,
    model: request.model,
    choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
    usage: usageOf(request, answer),
  };
}

/**
 * Writes the answer as server-sent `chat.completion.chunk` events at its pace, and without waiting from the moment it is
 * hurried. Stops early when the client is gone.
 */
export async function streamCompletion(
  response: ServerResponse,
  request: ChatRequest,
  answer: Answer,
  id: string,
  hurried: AbortSignal,
): Promise<void> {
  const event = (choice: Record<string, unknown> | null, usage?: unknown) => {
    const chunk = {
      id,
      object: "chat.completion.chunk",
      created: 1_700_000_000,
      model: request.model,
      choices: choice ? [{ index: 0, finish_reason: null, ...choice }] : [],
      ...(usage !== undefined && { usage }),
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };

  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();

  const deltas = [
    ...answer.reasoning.map((reasoning_content) => ({ reasoning_content })),
    ...answer.chunks.map((content) => ({ content })),
    ...toolCallsOf(answer).map((call) => ({ tool_calls: [call] })),
    ...interleavedOf(answer),
  ];
  // Each chunk has its own due time, so that a late timer does not push back the ones after it.
  const first = performance.now() + answer.firstAfterMs;
  for (const [n, delta] of deltas.entries()) {
    await until(first + n * answer.everyMs, response, hurried);
    if (response.destroyed) return;
    event({ delta: n === 0 ? { role: "assistant", ...delta } : delta });
  }

  if (answer.ending === "silence") return;
  if (answer.ending === "cut") {
    // What was written must be on its way first: a destroyed socket drops what it still holds.
    await new Promise<void>((sent) => response.write("", () => sent()));
    response.destroy();
    return;
  }
  if (answer.ending === "garbage") {
    response.end('data: {"choices": [{"delta": {"content": \n\ndata: <html>502 Bad Gateway</html>\n\n');
    return;
  }
  event({ delta: {}, finish_reason: finishOf(answer) });
  if (request.stream_options?.include_usage) event(null, usageOf(request, answer));
  response.end("data: [DONE]\n\n");
}

/** Waits for that moment, or for the client to go away, or until it is hurried. */
export function until(moment: number, response: ServerResponse, hurried: AbortSignal): Promise<void> {
  const ms = moment - performance.now();
  if (ms <= 0 || response.destroyed || hurried.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off("close", done);
      hurried.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.on("close", done);
    hurried.addEventListener("abort", done);
  });
}
