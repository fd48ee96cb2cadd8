import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { z } from "zod";
import type { FoundElsewhere } from "./offline-answer";

// The offline model looks further with the same tools as any other model: first it searches, then it reads the best
// place, then it quotes.

export type OfflineCall = { name: string; input: Record<string, unknown> };

const SEARCHES = ["memory_search", "conversation_search"];
const READ = "conversation_get";
/** What it reads of one message. */
const READ_RUNES = 4_000;

const Hits = z.object({
  hits: z.array(
    z.object({
      title: z.string(),
      session_id: z.string(),
      message_id: z.string(),
      speaker: z.string(),
      link: z.string(),
      excerpt: z.string(),
    }),
  ),
});
const Memory = z.object({
  entries: z.array(z.object({ title: z.string(), text: z.string(), link: z.string() })),
  notes: z.array(z.object({ day: z.string(), text: z.string(), link: z.string() })),
});
const Messages = z.object({
  title: z.string(),
  messages: z.array(z.object({ role: z.string(), text: z.string(), link: z.string() })),
});

type Answered = { tool: string; value: unknown };

/** What the tools have answered since the newest message of the user. */
export function answeredIn(prompt: LanguageModelV4Prompt): Answered[] {
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  return prompt
    .slice(asked + 1)
    .flatMap(({ role, content }) =>
      role !== "tool"
        ? []
        : content.flatMap((part) =>
            part.type === "tool-result"
              ? [{ tool: part.toolName, value: "value" in part.output ? part.output.value : null }]
              : [],
          ),
    );
}

/** What it calls next to find what it is asked; none when it has looked wherever it can. Pure. */
export function nextCalls(asked: string, offered: ReadonlySet<string>, answered: readonly Answered[]): OfflineCall[] {
  if (answered.length === 0) {
    return SEARCHES.filter((name) => offered.has(name)).map((name) => ({ name, input: { query: asked } }));
  }
  if (!offered.has(READ) || answered.some(({ tool }) => tool === READ)) return [];
  const best = answered.flatMap(({ value }) => Hits.safeParse(value).data?.hits ?? [])[0];
  if (!best) return [];
  const { session_id, message_id } = best;
  return [{ name: READ, input: { session_id, message_id, max_runes: READ_RUNES } }];
}

/** What the tools have found, what was read in full before what was only met. Pure. */
export function foundBy(answered: readonly Answered[]): FoundElsewhere[] {
  const found = answered.flatMap(({ value }): FoundElsewhere[] => {
    const read = Messages.safeParse(value).data;
    if (read)
      return read.messages.map(({ role, text, link }) => ({ text, role: roleOf(role), title: read.title, link }));
    const memory = Memory.safeParse(value).data;
    if (memory) {
      return [
        ...memory.entries.map(({ title, text, link }) => ({ text: text || title, role: null, title, link })),
        ...memory.notes.map(({ day, text, link }) => ({ text, role: null, title: day, link })),
      ];
    }
    const hits = Hits.safeParse(value).data?.hits ?? [];
    return hits.map(({ excerpt, speaker, title, link }) => ({ text: excerpt, role: roleOf(speaker), title, link }));
  });
  const last = new Map(found.map((one) => [one.link, one]));
  return [...last.values()];
}

const roleOf = (speaker: string) => (speaker === "assistant" ? ("assistant" as const) : ("user" as const));
