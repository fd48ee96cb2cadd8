import { z } from "zod";
import { MERGE_OPENING } from "@/lib/context/summary/merge-prompt";
import { type ChatRequest, lastUserText, textOfContent } from "./openai";
import { inWords, Reply, type ReplyInput, replyOf } from "./reply";

const Data = z.object({
  old_summary: z.string(),
  kept_lines: z.array(z.string()),
  messages: z.array(
    z.object({ seq: z.number(), at: z.string(), role: z.string(), name: z.string().optional(), text: z.string() }),
  ),
});

/** A request for a summary, as the summariser reads it. */
export type MergeRequest = z.infer<typeof Data> & {
  /** The most characters it is asked for. */
  cap: number;
  /** The system message, and the user message as it came. */
  instructions: string;
  prompt: string;
};

/** The request as one for a summary; null where it is another. */
export function mergeRequestOf(request: ChatRequest): MergeRequest | null {
  const instructions = textOfContent(request.messages.find(({ role }) => role === "system")?.content);
  if (!instructions.startsWith(MERGE_OPENING)) return null;
  const prompt = lastUserText(request);
  const data = Data.parse(JSON.parse(prompt.slice(0, prompt.indexOf("\n\n"))));
  const cap = Number(/at most (\d+) characters/.exec(instructions)?.[1]);
  return { ...data, cap, instructions, prompt };
}

/** How a merge is answered: like any request; "echo": all words of the old summary and the messages; "hold": once it is released. */
export const SummaryReply = z.union([z.enum(["echo", "hold"]), z.string(), Reply]);
export type SummaryReplyInput = "echo" | "hold" | ReplyInput;
export type SummaryScript =
  | SummaryReplyInput[]
  | ((
      request: MergeRequest,
      timesSeen: number,
    ) => SummaryReplyInput | undefined | Promise<SummaryReplyInput | undefined>);

export type Summariser = {
  /**
   * Replies to merge requests from now on: a list is used up in order, a function is asked each time (undefined: the
   * plain summary), null forgets the script.
   */
  script(script: SummaryScript | null): void;
  /** Merge requests wait from now on until they are released, then go on as scripted. */
  hold(): { /** How many wait. */ waiting(): number; release(): void };
};

/** The first words of each message, the newest where not all fit: deterministic, short, and in the conversation's script. */
export function plainSummary({ old_summary, messages, cap }: MergeRequest): string {
  const lines = [
    ...old_summary.split("\n"),
    ...messages.map(({ role, name, text }) => `${name ?? role}: ${inWords(text.trim()).slice(0, 12).join("").trim()}`),
  ].filter((line) => line !== "");
  const kept: string[] = [];
  let left = Math.floor(cap / 2);
  for (const line of lines.reverse()) {
    left -= Array.from(line).length + 1;
    if (left < 0) break;
    kept.unshift(line.replace(/\s+/g, " "));
  }
  return kept.join("\n") || "Summary.";
}

/** Every word that it was given. */
export function echoedSummary({ old_summary, messages }: MergeRequest): string {
  return [old_summary, ...messages.map(({ text }) => text)].filter((text) => text !== "").join("\n");
}

/** The summariser's side of a scripted provider. */
export function summariserDesk() {
  let script: SummaryScript | null = null;
  let seen = 0;
  let rules: { contains: string; reply: SummaryReplyInput; left: number }[] = [];
  /** Those who wait, each with what it waits for. */
  const waiting = new Map<() => void, string>();
  let held = false;
  const HELD = "";

  function release(contains: string): void {
    for (const [go, what] of waiting) if (what === contains) go();
  }

  function wait(what: string, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        waiting.delete(go);
        gone.removeEventListener("abort", go);
        resolve();
      };
      waiting.set(go, what);
      gone.addEventListener("abort", go, { once: true });
    });
  }

  async function choose(request: MergeRequest, gone: AbortSignal): Promise<Reply> {
    seen++;
    const times = seen;
    if (held) await wait(HELD, gone);
    const rule = rules.find(({ left, contains }) => left > 0 && request.prompt.includes(contains));
    if (rule) rule.left -= 1;
    const wanted = rule?.reply ?? (Array.isArray(script) ? script.shift() : await script?.(request, times));
    if (wanted === "hold") {
      await wait(rule?.contains ?? HELD, gone);
      return replyOf(plainSummary(request));
    }
    if (wanted === "echo") return replyOf(echoedSummary(request));
    return replyOf(wanted ?? plainSummary(request));
  }

  const summariser: Summariser = {
    script(next) {
      script = next === null ? null : Array.isArray(next) ? [...next] : next;
      seen = 0;
      if (next === null) release(HELD);
    },
    hold() {
      held = true;
      return {
        waiting: () => [...waiting.values()].filter((what) => what === HELD).length,
        release() {
          held = false;
          release(HELD);
        },
      };
    },
  };

  return {
    summariser,
    choose,
    addRule(contains: string, reply: SummaryReplyInput, times = Number.POSITIVE_INFINITY) {
      rules.unshift({ contains, reply, left: times });
    },
    /** Those who wait by such a rule go on. */
    dropRules(contains: string | null) {
      const dropped = rules.filter((rule) => contains === null || rule.contains === contains);
      rules = rules.filter((rule) => !dropped.includes(rule));
      for (const rule of dropped) release(rule.contains);
    },
  };
}
