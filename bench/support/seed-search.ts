import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";

/** Words that stand in about half of all messages, and how many others there are, the rarer the higher their number. */
export const COMMON = ["harbour", "ferry", "timetable"];
const VOCABULARY = 60_000;
const WORDS = 14;
const BATCH = 5_000;
const OF_EACH = 1_000;

/** A word of the made-up vocabulary. */
export const wordOf = (n: number): string => `q${n.toString(36)}x`;

/** By Zipf's law, as words are used: a few all the time, most of them hardly ever. */
function pick(random: () => number): number {
  return Math.floor(Math.exp(random() * Math.log(VOCABULARY)));
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** So many messages of one person, a thousand a conversation, each with its terms. Answers the conversations. */
export async function seedSearch(db: Db, actor: Actor, messages: number): Promise<string[]> {
  const { messageSalt } = await import("@/lib/search/message-terms");
  const { termsOf } = await import("@/lib/search/index-terms");
  const salt = messageSalt(actor);
  const random = randomFrom(7);
  const sessions = Array.from({ length: Math.ceil(messages / OF_EACH) }, () => uuidv7());
  for (const [i, id] of sessions.entries()) {
    await db.execute(sql`insert into chat_sessions (id, workspace_id, user_id, title, last_seq, total_runes, updated_at)
      values (${id}, ${actor.workspaceId}, ${actor.userId}, ${`Talk ${i}`}, ${OF_EACH}, 0, now() - make_interval(mins => ${sessions.length - i}::int))`);
  }
  const createdAt = new Date("2026-05-07T12:00:00Z");
  for (let from = 0; from < messages; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, messages - from) }, (_, i) => {
      const n = from + i;
      const words = Array.from({ length: WORDS }, () => wordOf(pick(random)));
      for (const word of COMMON) if (random() < 0.5) words.push(word);
      const text = words.join(" ");
      return {
        s: sessions[Math.floor(n / OF_EACH)],
        q: (n % OF_EACH) + 1,
        text,
        terms: termsOf(salt, { text, createdAt }),
      };
    });
    await db.execute(sql`insert into chat_messages (session_id, id, seq, role, parts, text, runes, runes_before, created_at, terms)
      select s, gen_random_uuid(), q, case q % 2 when 1 then 'user' else 'assistant' end,
        jsonb_build_array(jsonb_build_object('type', 'text', 'text', text)), text, 100, (q - 1) * 100,
        now() - make_interval(secs => ${messages}::int - q), terms
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (s uuid, q integer, text text, terms bigint[])`);
  }
  return sessions;
}
