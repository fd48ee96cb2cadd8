import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createUIMessageStreamResponse, streamText, toUIMessageStream } from "ai";

// The yardstick of `bench send` and `bench streams`: the AI SDK alone, nothing stored, nobody asked who they are.
const provider = createOpenAICompatible({ name: "scripted", baseURL: process.env.OPENAI_COMPATIBLE_BASE_URL ?? "" });

export async function POST(request: Request): Promise<Response> {
  const { text } = (await request.json()) as { text: string };
  const result = streamText({ model: provider("scripted-small"), messages: [{ role: "user", content: text }] });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) });
}
