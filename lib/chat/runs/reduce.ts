import type { UIMessageChunk } from "ai";
import type { MessageParts } from "@/lib/db/schema/chat";

// Runs in the browser as on the server: what a follower shows is built by the same rules as what is stored.

type Part = MessageParts[number];
type Metadata = Readonly<Record<string, unknown>>;

/** A message as far as its chunks have come. Never changed in place, and parts that did not change stay the same object. */
export type MessageDraft = {
  readonly messageId: string | null;
  readonly parts: MessageParts;
  /** What `start`, `finish` and others said beside the content. */
  readonly metadata: Metadata;
  /** Where the open texts stand in `parts`, by kind and chunk id. */
  readonly open: Readonly<Record<string, number>>;
  /** The text of an `error` chunk. */
  readonly errorText: string | null;
  readonly state: "streaming" | "aborted" | "finished";
};

export const emptyDraft: MessageDraft = {
  messageId: null,
  parts: [],
  metadata: {},
  open: {},
  errorText: null,
  state: "streaming",
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const addPart = (draft: MessageDraft, part: Part): MessageDraft => ({ ...draft, parts: [...draft.parts, part] });

const replacePart = (draft: MessageDraft, index: number, part: Part): MessageDraft => ({
  ...draft,
  parts: draft.parts.with(index, part),
});

function withMetadata(draft: MessageDraft, metadata: unknown): MessageDraft {
  return isRecord(metadata) ? { ...draft, metadata: { ...draft.metadata, ...metadata } } : draft;
}

type TextChunk = Extract<UIMessageChunk, { type: `${"text" | "reasoning"}-${"start" | "delta" | "end"}` }>;

/** A delta of a text that was never opened opens it: a stream may be read from the middle. */
function applyText(draft: MessageDraft, chunk: TextChunk): MessageDraft {
  const kind = chunk.type.startsWith("text") ? "text" : "reasoning";
  const key = `${kind}:${chunk.id}`;
  const index = draft.open[key];
  const part = index === undefined ? undefined : draft.parts[index];
  const providerMetadata = chunk.providerMetadata && { providerMetadata: chunk.providerMetadata };
  if (index === undefined || part?.type !== kind) {
    if (chunk.type.endsWith("-end")) return draft;
    const text = "delta" in chunk ? chunk.delta : "";
    const opened = addPart(draft, { type: kind, text, state: "streaming", ...providerMetadata });
    return { ...opened, open: { ...draft.open, [key]: draft.parts.length } };
  }
  if ("delta" in chunk)
    return replacePart(draft, index, { ...part, text: part.text + chunk.delta, ...providerMetadata });
  if (chunk.type.endsWith("-start")) return draft;
  const { [key]: _closed, ...open } = draft.open;
  return { ...replacePart(draft, index, { ...part, state: "done", ...providerMetadata }), open };
}

type ToolChunk = Extract<UIMessageChunk, { toolCallId: string }>;

function applyTool(draft: MessageDraft, chunk: ToolChunk): MessageDraft {
  const index = draft.parts.findLastIndex((part) => "toolCallId" in part && part.toolCallId === chunk.toolCallId);
  const known = draft.parts[index];
  const before: Record<string, unknown> = known ? { ...known } : {};
  if ("toolName" in chunk) {
    const dynamic = known ? known.type === "dynamic-tool" : chunk.dynamic;
    Object.assign(
      before,
      dynamic ? { type: "dynamic-tool", toolName: chunk.toolName } : { type: `tool-${chunk.toolName}` },
    );
    Object.assign(before, { toolCallId: chunk.toolCallId });
    if (chunk.title !== undefined) before.title = chunk.title;
    if (chunk.providerExecuted !== undefined) before.providerExecuted = chunk.providerExecuted;
  } else if (!known) return draft;
  // The members were chosen by the chunk's own type, which the union of the tool parts cannot express.
  const part = { ...before, ...toolState(before, chunk) } as Part;
  return known ? replacePart(draft, index, part) : addPart(draft, part);
}

function toolState(before: Record<string, unknown>, chunk: ToolChunk): Record<string, unknown> {
  const metadata = "providerMetadata" in chunk && chunk.providerMetadata;
  const called = metadata ? { callProviderMetadata: metadata } : {};
  const answered = metadata ? { resultProviderMetadata: metadata } : {};
  switch (chunk.type) {
    case "tool-input-start":
      return { state: "input-streaming", input: undefined, rawInput: "", ...called };
    case "tool-input-delta":
      return { rawInput: `${before.rawInput ?? ""}${chunk.inputTextDelta}` };
    case "tool-input-available":
      return { state: "input-available", input: chunk.input, rawInput: undefined, ...called };
    case "tool-input-error":
      return { state: "output-error", input: chunk.input, rawInput: undefined, errorText: chunk.errorText, ...called };
    case "tool-output-available":
      return { state: "output-available", output: chunk.output, preliminary: chunk.preliminary, ...answered };
    case "tool-output-error":
      return { state: "output-error", errorText: chunk.errorText, ...answered };
    case "tool-output-denied":
      return { state: "output-denied" };
    case "tool-approval-request":
      return { state: "approval-requested", approval: { id: chunk.approvalId } };
  }
}

type DataChunk = Extract<UIMessageChunk, { type: `data-${string}` }>;

/** Data with an id that is there already takes its place. */
function applyData(draft: MessageDraft, chunk: DataChunk): MessageDraft {
  if (chunk.transient) return draft;
  const { transient: _, ...part } = chunk;
  const index = draft.parts.findIndex((other) => other.type === part.type && "id" in other && other.id === part.id);
  return part.id !== undefined && index >= 0 ? replacePart(draft, index, part) : addPart(draft, part);
}

/** The parts up to the beginning of the running step. */
function beforeStep(parts: MessageParts): MessageParts {
  return parts.slice(0, parts.findLastIndex((part) => part.type === "step-start") + 1);
}

/**
 * The draft after one more chunk. `start` begins anew, so a stream that is sent again replaces what was there. Chunks
 * that are unknown or out of place change nothing.
 */
export function applyChunk(draft: MessageDraft, chunk: UIMessageChunk): MessageDraft {
  switch (chunk.type) {
    case "start":
      return withMetadata({ ...emptyDraft, messageId: chunk.messageId ?? draft.messageId }, chunk.messageMetadata);
    case "text-start":
    case "text-delta":
    case "text-end":
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end":
      return applyText(draft, chunk);
    case "start-step":
      return draft.parts.length === 0 ? draft : addPart(draft, { type: "step-start" });
    case "reset-step":
      return { ...draft, parts: beforeStep(draft.parts), open: {} };
    case "file":
    case "reasoning-file":
    case "source-url":
    case "source-document":
    case "custom":
    case "steering-message":
      return addPart(draft, chunk);
    case "message-metadata":
      return withMetadata(draft, chunk.messageMetadata);
    case "error":
      return { ...draft, errorText: chunk.errorText };
    case "abort":
      return { ...draft, state: "aborted" };
    case "finish":
      return withMetadata(
        { ...draft, state: draft.state === "aborted" ? "aborted" : "finished" },
        chunk.messageMetadata,
      );
    default:
      if ("toolCallId" in chunk) return applyTool(draft, chunk);
      return "data" in chunk ? applyData(draft, chunk) : draft;
  }
}

/** The parts as they are stored once nothing more comes: no empty texts, and nothing that says it is still streaming. */
export function finishedParts(draft: MessageDraft): MessageParts {
  const parts = draft.parts.flatMap((part): MessageParts => {
    if (part.type !== "text" && part.type !== "reasoning") return [part];
    if (part.text === "") return [];
    const { state: _, ...finished } = part;
    return [finished];
  });
  const end = parts.findLastIndex((part) => part.type !== "step-start") + 1;
  return parts.slice(0, end);
}

/** What is stored of a stream that has ended, however it did. */
export function partsOf(chunks: Iterable<UIMessageChunk>): MessageParts {
  let draft = emptyDraft;
  for (const chunk of chunks) draft = applyChunk(draft, chunk);
  return finishedParts(draft);
}
