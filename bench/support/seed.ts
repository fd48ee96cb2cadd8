import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import type { Db } from "@/lib/db/client";

/** The same texts over and over, so that conversations differ in length alone. */
const PLAIN = [
  "We looked at the harbour plans again and moved the ferry to the ninth of May, because the pier will not be ready before.",
];
/** A picture, a table and code between them: what changes its height after it was mounted. */
const RICH = [
  ...PLAIN,
  "Here is the timetable:\n\n| day | from | to |\n| --- | --- | --- |\n| Mon | 08:00 | 17:30 |\n| Tue | 09:15 | 18:00 |\n\nThe Tuesday boat is the slow one.",
  "```ts\nfunction crossing(minutes: number): string {\n  const hours = Math.floor(minutes / 60);\n  return hours + ':' + String(minutes % 60).padStart(2, '0');\n}\n```",
  "![the pier](data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0ODAiIGhlaWdodD0iMzIwIj48cmVjdCB3aWR0aD0iNDgwIiBoZWlnaHQ9IjMyMCIgZmlsbD0iIzg4YWFjYyIvPjwvc3ZnPg==)\n\n码头今天还是关着的，我们下周再看。",
];

/** A conversation of `messages` messages, user and assistant by turns, written by one statement. */
export async function seedConversation(db: Db, actor: Actor, messages: number, { rich = false } = {}): Promise<string> {
  const sessionId = uuidv7();
  const texts = rich ? RICH : PLAIN;
  // One size for all, so that prefix sums are a product; it decides only how far back a budget reaches.
  const runes = PLAIN.join("").length + MESSAGE_OVERHEAD_RUNES;
  await db.execute(sql`
    insert into chat_sessions (id, workspace_id, user_id, title, last_seq, total_runes)
    values (${sessionId}, ${actor.workspaceId}, ${actor.userId}, ${`${messages} messages`}, ${messages}, ${messages * runes})`);
  await db.execute(sql`
    insert into chat_messages (session_id, id, seq, role, parts, text, runes, runes_before, status, created_at, terms)
    select ${sessionId}, gen_random_uuid(), n, case when n % 2 = 1 then 'user' else 'assistant' end,
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', body)), body, ${runes}::int, (n - 1)::bigint * ${runes}::int,
      'complete', now() - make_interval(secs => ${messages}::int - n), '{}'
    from (
      select n, (array[${sql.join(
        texts.map((text) => sql`${text}::text`),
        sql`, `,
      )}])[1 + (n / 2) % ${texts.length}::int] as body
      from generate_series(1, ${messages}::int) as n
    ) as numbered`);
  return sessionId;
}

/** `count` empty conversations, a minute apart. */
export async function seedSessions(db: Db, actor: Actor, count: number): Promise<void> {
  await db.execute(sql`
    insert into chat_sessions (id, workspace_id, user_id, title, updated_at)
    select gen_random_uuid(), ${actor.workspaceId}, ${actor.userId}, 'Conversation ' || n, now() - make_interval(mins => n)
    from generate_series(1, ${count}::int) as n`);
}
