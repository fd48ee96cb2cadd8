import { setTimeout as wait } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { FILE_OPENING } from "@/lib/files/part";
import type { Spoken } from "./lookup";
import { offlineReply } from "./offline-answer";
import { answeredIn, foundBy, nextCalls } from "./offline-tools";
import { OFFLINE_REF, parseRef } from "./ref";

/** It reads all that it is given; the bound only keeps a look-up from taking noticeable time. */
export const OFFLINE_WINDOW_TOKENS = 200_000;

/** What an agent is told of its memory begins so; what is kept follows in lines that begin with a dash. */
export const RECALL_OPENING = "What you have kept in your memory";

/** What an agent knows of a message from its files begins so. */
export const KNOWLEDGE_OPENING = "Passages from your knowledge";

/** About reading pace, and slow enough to be seen to stream. */
const PACE_MS = 15;

/**
 * The built-in model of an installation without a provider: it looks in the conversation for what is asked and quotes it.
 * The same interface as every provider's models, so that everything else works the same on a fresh machine.
 */
export function offlineModel({ paceMs = PACE_MS }: { paceMs?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "offline",
    modelId: parseRef(OFFLINE_REF)?.model ?? OFFLINE_REF,
    supportedUrls: {},
    async doGenerate(options) {
      const { text, calls } = stepFor(options);
      const content: LanguageModelV4Content[] = calls.length > 0 ? calls : [{ type: "text", text }];
      return { content, finishReason: finishOf(calls), usage: USAGE, warnings: [] };
    },
    async doStream(options) {
      const { text, calls } = stepFor(options);
      return { stream: calls.length > 0 ? streamCalls(calls) : streamWords(text, paceMs, options.abortSignal) };
    },
  };
}

/** It has no tokens to count; a made-up number would teach the budget something false. */
const USAGE: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function spokenIn(prompt: LanguageModelV4Prompt): Spoken[] {
  return prompt.flatMap(({ role, content }) => {
    if (role !== "user" && role !== "assistant") return [];
    const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    // Files and knowledge are not what was asked, but what it is looked up in.
    const material = texts.filter((text) => isMaterial(text)).map(withoutFrame);
    const said = texts.filter((text) => !isMaterial(text)).join("\n\n");
    return [...material.map((text) => ({ role, text })), { role, text: said }];
  });
}

const isMaterial = (text: string) => text.startsWith(FILE_OPENING) || text.startsWith(KNOWLEDGE_OPENING);

/** Without the lines that set it apart: a quote is of what stands between them. */
const withoutFrame = (text: string) =>
  text.startsWith(FILE_OPENING) ? text.split("\n").slice(2, -1).join("\n") : text;

type Call = Extract<LanguageModelV4Content, { type: "tool-call" }>;

/** What it does next: look further where it was given tools and what is asked is not in what it knows, else answer. */
function stepFor({ prompt, tools, toolChoice }: LanguageModelV4CallOptions): { text: string; calls: Call[] } {
  const [spoken, memory, answered] = [spokenIn(prompt), memoryIn(prompt), answeredIn(prompt)];
  const reply = offlineReply(spoken, memory, foundBy(answered));
  const offered = new Set(toolChoice?.type === "none" ? [] : tools?.map(({ name }) => name));
  const asked = spoken.findLast(({ role }) => role === "user")?.text.trim() ?? "";
  // Looks when it knows nothing; reads on when looking has brought something.
  const goesOn = reply.missing === (answered.length === 0);
  const calls = goesOn ? nextCalls(asked, offered, answered) : [];
  return {
    text: reply.text,
    calls: calls.map(({ name, input }, i) => ({
      type: "tool-call",
      toolCallId: `look-${answered.length + i + 1}`,
      toolName: name,
      input: JSON.stringify(input),
    })),
  };
}

const finishOf = (calls: readonly Call[]): LanguageModelV4FinishReason =>
  calls.length > 0 ? { unified: "tool-calls", raw: "tool_calls" } : { unified: "stop", raw: "stop" };

function streamCalls(calls: readonly Call[]): ReadableStream<LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings: [] },
    ...calls,
    { type: "finish", finishReason: finishOf(calls), usage: USAGE },
  ];
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** The lines of what an agent is told of its memory. */
function memoryIn(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap(({ role, content }) =>
    role === "system" && content.startsWith(RECALL_OPENING)
      ? [...content.matchAll(/^- (.+)$/gm)].map(([, line]) => line ?? "")
      : [],
  );
}

function streamWords(
  text: string,
  paceMs: number,
  signal: LanguageModelV4CallOptions["abortSignal"],
): ReadableStream<LanguageModelV4StreamPart> {
  // A word with the space before it, or two characters of writing without spaces.
  const chunks = text.match(/\s*(?:\p{Script=Han}{1,2}\p{P}*|[^\s\p{Script=Han}]+)|\s+/gu) ?? [];
  const id = "answer";

  async function* parts(): AsyncGenerator<LanguageModelV4StreamPart> {
    yield { type: "stream-start", warnings: [] };
    yield { type: "text-start", id };
    for (const delta of chunks) {
      await wait(paceMs, undefined, signal ? { signal } : {});
      yield { type: "text-delta", id, delta };
    }
    yield { type: "text-end", id };
    yield { type: "finish", finishReason: finishOf([]), usage: USAGE };
  }
  const written = parts();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await written.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await written.return(undefined);
    },
  });
}
