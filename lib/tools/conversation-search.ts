import { z } from "zod";
import type { SearchHit } from "@/lib/http/contract/search";
import { isDay } from "@/lib/memory/paths";
import { searchMessages } from "@/lib/search/messages";
import { badInput, notFound } from "./failure";
import { atMost, isId, whole } from "./input";
import { messageLink } from "./links";
import { defineTool, type ToolOutput, type ToolScope } from "./tool";
import { whenIn } from "./when";

const USUAL_HITS = 8;
const MOST_HITS = 25;
const LONGEST_QUERY = 2_000;

const Input = z.object({
  query: z.string(),
  limit: whole().optional(),
  session_id: z.string().optional().describe("only there"),
  after: z.string().optional().describe("YYYY-MM-DD, counts"),
  before: z.string().optional().describe("YYYY-MM-DD, does not count"),
});
type Input = z.infer<typeof Input>;

export const conversationSearch = defineTool({
  name: "conversation_search",
  description:
    'Search all past conversations of this person. Query: words, "phrases", from:me|assistant|NAME, in:TITLE. Cite what you use as [title](link); conversation_get reads on.',
  input: Input,
  hasEffect: false,
  needsAgent: false,
  timeoutMs: 15_000,
  async run(scope, input) {
    const limit = atMost(input.limit, USUAL_HITS, MOST_HITS);
    if (input.session_id !== undefined && !isId(input.session_id)) throw notFound("conversation");
    const found = await searchMessages(scope.actor, {
      ...{ q: input.query.slice(0, LONGEST_QUERY), sessionId: input.session_id, ...spanOf(input) },
      // The question itself has all its words, and is no answer.
      limit: limit + 1,
    });
    if (found.reason === "nothing_to_search") throw badInput("There is nothing to search for in this query.");
    const hits = found.hits.filter((hit) => !isQuestion(scope, hit)).slice(0, limit);
    return {
      hits: hits.map((hit) => shown(scope, hit)),
      ...(found.corrected && { corrected: found.corrected }),
    };
  },
});

const isQuestion = ({ sessionId, currentSeq }: ToolScope, hit: SearchHit) =>
  hit.session_id === sessionId && hit.seq >= currentSeq;

function spanOf({ after, before }: Input): { from?: string; to?: string } {
  for (const day of [after, before]) {
    if (day !== undefined && !isDay(day)) throw badInput("A day is written YYYY-MM-DD.");
  }
  return { ...(after !== undefined && { from: after }), ...(before !== undefined && { to: dayBefore(before) }) };
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

const shown = ({ actor }: ToolScope, hit: SearchHit): ToolOutput => ({
  ...{ title: hit.session_title, session_id: hit.session_id, seq: hit.seq, message_id: hit.message_id },
  ...{ speaker: hit.name ?? hit.role, at: whenIn(actor.timeZone, new Date(hit.created_at)) },
  ...{ link: messageLink(hit.session_id, hit.message_id), excerpt: plain(hit.snippet) },
});

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** A snippet without its markup: a model reads what was written. */
export const plain = (snippet: string): string =>
  snippet.replace(/<\/?mark>/g, "").replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
