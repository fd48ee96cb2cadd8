import { sql } from "drizzle-orm";
import { interleaved, median, ms, report } from "./support/figures";
import { timedGet } from "./support/http";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";
import { seedConversation, seedSessions } from "./support/seed";
import { startBare, startProduct } from "./support/servers";

const LARGE = 1_000_000;
const SMALL = 1_000;
const SESSIONS = 100_000;

/** A page costs the same in a conversation of a million messages as in one of a thousand, and little more than raw SQL. */
export async function run(): Promise<void> {
  const postgres = await benchDatabase();
  const { getDb } = await import("@/lib/db/client");
  const { rowsOf } = await import("@/lib/db/rows");
  const db = await getDb();
  const few = await makePerson("few");
  const many = await makePerson("many");
  const small = await seedConversation(db, few.actor, SMALL);
  const large = await seedConversation(db, few.actor, LARGE);
  await seedSessions(db, few.actor, SMALL);
  await seedSessions(db, many.actor, SESSIONS);
  await db.execute(sql`vacuum analyze`);

  const product = await startProduct({ DATABASE_URL: postgres.url });
  const bare = await startBare({ DATABASE_URL: postgres.url });
  try {
    const api = (path: string, who = few) => timedGet(`${product.url}/api/v1${path}`, who.headers);
    const middle = async (sessionId: string, lastSeq: number) => {
      const [row] = await rowsOf<{ id: string }>(
        db,
        sql`select id from chat_messages where session_id = ${sessionId} and seq = ${lastSeq / 2}`,
      );
      return `/chat/history?session_id=${sessionId}&around=${row?.id}`;
    };
    const pages = {
      latest: { small: `/chat/history?session_id=${small}`, large: `/chat/history?session_id=${large}` },
      middle: { small: await middle(small, SMALL), large: await middle(large, LARGE) },
      turns: { small: `/chat/history/turns?session_id=${small}`, large: `/chat/history/turns?session_id=${large}` },
    };
    const list = `user_id=${many.actor.userId}&workspace_id=${many.actor.workspaceId}`;
    const samples = await interleaved(
      {
        latestSmall: () => api(pages.latest.small),
        latestLarge: () => api(pages.latest.large),
        middleSmall: () => api(pages.middle.small),
        middleLarge: () => api(pages.middle.large),
        turnsSmall: () => api(pages.turns.small),
        turnsLarge: () => api(pages.turns.large),
        sessionsFew: () => api("/chat/sessions"),
        sessionsMany: () => api("/chat/sessions", many),
        bareLatest: () => timedGet(`${bare.url}/history?session_id=${large}&limit=50`),
        bareMiddle: () => timedGet(`${bare.url}/history?session_id=${large}&limit=50&before=${LARGE / 2 + 25}`),
        bareTurns: () => timedGet(`${bare.url}/turns?session_id=${large}&limit=50`),
        bareSessions: () => timedGet(`${bare.url}/sessions?${list}`),
        bareHealth: () => timedGet(`${bare.url}/health`),
      },
      { rounds: 300, warmUp: 60 },
    );
    const at = (name: keyof typeof samples) => median(samples[name]);
    const ratio = (label: string, a: keyof typeof samples, b: keyof typeof samples, bound: number) =>
      report(label, at(a) / at(b), bound, `${ms(at(a))} against ${ms(at(b))}`);

    ratio("latest page, 1,000,000 against 1,000 messages", "latestLarge", "latestSmall", 1.1);
    ratio("middle page, 1,000,000 against 1,000 messages", "middleLarge", "middleSmall", 1.1);
    ratio("turn index, 1,000,000 against 1,000 messages", "turnsLarge", "turnsSmall", 1.1);
    ratio("session list, 100,000 against 1,000 sessions", "sessionsMany", "sessionsFew", 1.1);
    ratio("latest page against a bare handler", "latestLarge", "bareLatest", 1.5);
    ratio("middle page against a bare handler", "middleLarge", "bareMiddle", 1.5);
    ratio("turn index against a bare handler", "turnsLarge", "bareTurns", 1.5);
    ratio("session list against a bare handler", "sessionsMany", "bareSessions", 1.5);
    process.stdout.write(`     a bare handler that reads nothing: ${ms(at("bareHealth"))}\n`);
  } finally {
    await product.stop();
    await bare.stop();
    await postgres.stop();
  }
}
