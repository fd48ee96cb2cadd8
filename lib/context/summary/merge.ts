import { setTimeout as wait } from "node:timers/promises";
import { generateText } from "ai";
import { config } from "@/lib/config";
import { Extract } from "@/lib/context/extract/extract";
import type { MessageUsage, RollUsage } from "@/lib/db/schema/chat";
import type { ProviderFault } from "@/lib/errors";
import { log } from "@/lib/log";
import { classifyFault } from "@/lib/models/faults";
import type { ResolvedModel } from "@/lib/models/registry";
import { costOf, type Prices, usageOf } from "@/lib/models/usage";
import type { MergeFault } from "./fallback";
import { checkMerge } from "./merge-check";
import { type MergeInput, mergePrompt } from "./merge-prompt";
import { toldText } from "./told-text";

export type Merged = {
  summary: string;
  method: "model" | "extractive";
  /** The one that wrote the summary. */
  model: string | null;
  /** Of all calls, also of those whose answer was no summary. */
  usage: RollUsage | null;
  /** Why it is extractive although a model was asked; null: as meant. */
  fallback: ProviderFault | MergeFault | null;
};

type Failure = {
  reason: ProviderFault | MergeFault /** Whether and when to ask again; null: not at all. */;
  retryAfterMs: number | null;
};

const ATTEMPTS = 2;
const RETRY_MS = 300;
/** A provider that asks for more patience gets none: the summary is made without it, and again with it later. */
const LONGEST_WAIT_MS = 5_000;

/** Of one message, a part of the model's window: one giant must not take the place of all others. */
const ROOM_SHARE = 1 / 4;
const SMALLEST_ROOM = 1_000;
const LARGEST_ROOM = 20_000;

/** The same request would fail in the same way. */
const HOPELESS: ReadonlySet<ProviderFault> = new Set(["unauthorized", "model_missing"]);
/** A smaller request may do better. */
const TOO_MUCH: ReadonlySet<string> = new Set(["timeout", "context_too_long"]);

/**
 * One summary in the place of the old one and of these messages: by the model, and where that fails twice (or there
 * is none) by the extractive summariser. Throws when it is aborted, never for a fault of the model.
 */
export async function merge(input: MergeInput, model: ResolvedModel | null, signal: AbortSignal): Promise<Merged> {
  signal.throwIfAborted();
  if (model === null || model.offline) {
    return { summary: extracted(input), method: "extractive", model: null, usage: null, fallback: null };
  }
  const told = input.messages.map(({ parts }) => toldText(parts));
  let room = Math.min(LARGEST_ROOM, Math.max(SMALLEST_ROOM, Math.floor(model.windowTokens * ROOM_SHARE)));
  let usage: RollUsage | null = null;

  for (let attempt = 1; ; attempt++) {
    const tried = await ask(input, told, room, model, signal);
    usage = added(usage, tried.usage);
    if ("summary" in tried) return { summary: tried.summary, method: "model", model: model.ref, usage, fallback: null };

    const { reason, retryAfterMs } = tried.failure;
    if (attempt < ATTEMPTS && retryAfterMs !== null) {
      if (TOO_MUCH.has(reason)) room = Math.max(SMALLEST_ROOM / 2, Math.floor(room / 2));
      await wait(retryAfterMs, undefined, { signal });
      continue;
    }
    log.warn("chat_context_summary_fallback", { reason, attempts: attempt, model: model.ref });
    return { summary: extracted(input), method: "extractive", model: null, usage, fallback: reason };
  }
}

type Tried = { usage: RollUsage | null } & ({ summary: string } | { failure: Failure });

async function ask(
  input: MergeInput,
  told: readonly string[],
  room: number,
  model: ResolvedModel,
  signal: AbortSignal,
): Promise<Tried> {
  const { instructions, prompt } = mergePrompt(input, room);
  try {
    const { text, finishReason, toolCalls, usage } = await generateText({
      model: model.model,
      instructions,
      prompt,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(config().chat_context.merge_timeout_ms)]),
    });
    signal.throwIfAborted();
    const verdict = checkMerge(
      { text, finishReason, toolCalls: toolCalls.length },
      {
        ...input,
        told,
        instructions: mergePrompt({ ...input, messages: [], instructions: undefined }, 0).instructions,
        wish: Boolean(input.instructions?.trim()),
      },
    );
    const counted = withCost(usageOf(usage), model.prices);
    return "summary" in verdict
      ? { usage: counted, summary: verdict.summary }
      : { usage: counted, failure: { reason: verdict.fault, retryAfterMs: 0 } };
  } catch (error) {
    signal.throwIfAborted();
    return { usage: null, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Failure {
  const { fault, retryAfterMs = 0 } = classifyFault(error);
  const again = !HOPELESS.has(fault) && retryAfterMs <= LONGEST_WAIT_MS;
  return { reason: fault, retryAfterMs: again ? Math.max(RETRY_MS, retryAfterMs) : null };
}

function extracted({ summary, kept, capRunes, messages }: MergeInput): string {
  const extract = new Extract({ summary, kept, capRunes });
  for (const { seq, role, name, parts, createdAt } of messages) {
    extract.add({ seq, role, name, text: toldText(parts), createdAt });
  }
  return extract.result();
}

function withCost(usage: MessageUsage | null, prices: Prices): RollUsage | null {
  const cost = usage === null ? undefined : costOf(usage, prices);
  return cost === undefined ? usage : { ...usage, cost_usd: cost };
}

function added(one: RollUsage | null, other: RollUsage | null): RollUsage | null {
  if (one === null || other === null) return one ?? other;
  const sum = { ...one };
  for (const key of ["input_tokens", "output_tokens", "total_tokens", "cost_usd"] as const) {
    const more = other[key];
    if (more !== undefined) sum[key] = (sum[key] ?? 0) + more;
  }
  return sum;
}
