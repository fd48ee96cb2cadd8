import { z } from "zod";
import { Cursor, contract, limit, Text, Time, Uuid } from "./common";

/** A moment, or a day as people write it. */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "must be a time (RFC 3339) or a day (YYYY-MM-DD)",
});

export const SearchHit = z
  .object({
    session_id: Uuid,
    session_title: z.string().meta({ examples: ["Trip to Lisbon"] }),
    agent_id: Uuid.nullable().meta({ examples: [null] }),
    message_id: Uuid,
    seq: z.int().meta({ examples: [42] }),
    role: z.enum(["user", "assistant", "system"]).meta({ examples: ["assistant"] }),
    name: z.string().optional().meta({ description: "The speaker, where it is not simply the user or the model" }),
    created_at: Time,
    snippet: z.string().meta({
      description: "The passage that answers best, as HTML: escaped, with <mark> around what was found",
      examples: ["…<mark>Tram</mark> 28 leaves from Martim Moniz."],
    }),
    score: z.number().meta({ examples: [7.214] }),
  })
  .meta({ id: "SearchHit" });
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchPage = z
  .object({
    hits: z.array(SearchHit).meta({ description: "Best first" }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Null: there are no more", examples: [null] }),
    reason: z.enum(["nothing_to_search", "phrase_not_found"]).optional().meta({
      description:
        "nothing_to_search: q has no word that could be looked for. phrase_not_found: no message has the quoted phrase; these have its words.",
    }),
    corrected: z
      .array(z.object({ word: z.string(), instead: z.array(z.string()) }))
      .optional()
      .meta({ description: "Words that no message has, and the similar ones that were looked for in their place" }),
  })
  .meta({ id: "SearchPage" });
export type SearchPage = z.infer<typeof SearchPage>;

export const searchMessages = contract({
  method: "GET",
  path: "/chat/search",
  access: "read",
  summary: "Search everything said",
  description:
    'Your own messages of all conversations. In q: words, "quoted phrases", from:me, from:assistant or from:NAME, agent:NAME, ' +
    "in:TITLE, after:DATE (that day and later) and before:DATE. Messages next to one that has the words are found too, further down.",
  query: z.object({
    q: Text(10_000).optional().meta({ description: "What to look for" }),
    session_id: Uuid.optional().meta({ description: "In this conversation alone" }),
    agent_id: Uuid.optional().meta({ description: "In conversations with this agent" }),
    from: Moment.optional().meta({ description: "A time or a day, which counts" }),
    to: Moment.optional().meta({ description: "A time, which does not count, or a day, which does" }),
    role: z.enum(["user", "assistant", "system"]).optional(),
    limit: limit(20, 50),
    cursor: Cursor.optional(),
  }),
  response: SearchPage,
  errors: ["invalid_cursor", "not_found"],
});
