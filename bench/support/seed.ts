import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { MESSAGE_OVERHEAD_RUNES } from "@/lib/context/measure";
import type { Db } from "@/lib/db/client";

/** The same text in every message, so that conversations differ in length alone. */
const TEXT =
  "We looked at the harbour plans again and moved the ferry to the ninth of May, because the pier will not be ready before.";

/** A conversation of `messages` messages, user and assistant by turns, written by one statement. */
export async function seedConversation(db: Db, actor: Actor, messages: number): Promise<string> {
  const sessionId = uuidv7();
  const runes = TEXT.length + MESSAGE_OVERHEAD_RUNES;
  await db.execute(sql`
    insert into chat_sessions (id, workspace_id, user_id, title, last_seq, total_runes)
    values (${sessionId}, ${actor.workspaceId}, ${actor.userId}, ${`${messages} messages`}, ${messages}, ${messages * runes})`);
  await db.execute(sql`
    insert into chat_messages (session_id, id, seq, role, parts, text, runes, runes_before, status, created_at)
    select ${sessionId}, gen_random_uuid(), n, case when n % 2 = 1 then 'user' else 'assistant' end,
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', ${TEXT}::text)), ${TEXT}, ${runes}::int, (n - 1)::bigint * ${runes}::int,
      'complete', now() - make_interval(secs => ${messages}::int - n)
    from generate_series(1, ${messages}::int) as n`);
  return sessionId;
}

/** `count` empty conversations, a minute apart. */
export async function seedSessions(db: Db, actor: Actor, count: number): Promise<void> {
  await db.execute(sql`
    insert into chat_sessions (id, workspace_id, user_id, title, updated_at)
    select gen_random_uuid(), ${actor.workspaceId}, ${actor.userId}, 'Conversation ' || n, now() - make_interval(mins => n)
    from generate_series(1, ${count}::int) as n`);
}
