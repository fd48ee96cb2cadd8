import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import type { Db } from "./client";
import {
  contextState,
  lastUnitBefore,
  payloadSlice,
  payloadWindow,
  toldSlice,
  turnAfterRunes,
  unitsFrom,
} from "./queries/context";
import { standingRolls, versionBefore } from "./queries/context-rolls";
import { dueWork } from "./queries/context-work";
import {
  findMessage,
  latestPage,
  messagesFrom,
  pageAfter,
  pageAround,
  pageBefore,
  placeOf,
  searchTurnPage,
  turnPage,
  turnPageAfter,
} from "./queries/messages";
import { activeRun, findRun, lostRuns, runsForSend } from "./queries/runs";
import { findSession, findSessionWithRun, type Owner, searchSessionPage, sessionPage } from "./queries/sessions";
import * as schema from "./schema";

// Enough rows that a scan of a whole table would be the dearer plan and shows as such; the statistics are fresh and
// the planner is left as it is.

const MESSAGES = 100_000;
const SESSIONS = 20_000;
const PAGE = 50;
/** Versions of the long conversation's summary. */
const ROLLS = 20_000;

let sql: postgres.Sql;
let db: Db;
let me: Owner;
const sessionId = uuidv7();
let middleId: string;
const statements: { query: string; params: unknown[] }[] = [];

beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
  sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  db = drizzle(sql, { schema, logger: { logQuery: (query, params) => statements.push({ query, params }) } });
  await sql`insert into chat_sessions (id, user_id, workspace_id, title, last_seq, updated_at, archived_at, pinned_at)
    select gen_random_uuid(), ${me.userId}, ${me.workspaceId}, 'Conversation ' || i, 20, now() - i * interval '1 minute',
      case when i % 5 = 0 then now() end, case when i % 100 = 1 then now() end
    from generate_series(1, ${SESSIONS}) i`;
  await sql`insert into chat_sessions (id, user_id, workspace_id, last_seq) values (${sessionId}, ${me.userId}, ${me.workspaceId}, ${MESSAGES})`;
  const rows = (session: postgres.Fragment, from: postgres.Fragment) => sql`
    insert into chat_messages (session_id, id, seq, role, parts, text, runes, runes_before)
    select ${session}, gen_random_uuid(), n, case when n % 2 = 1 then 'user' else 'assistant' end,
      '[{"type":"text","text":"something that was said"}]', 'something that was said', 35, (n - 1) * 35 from ${from}`;
  await rows(sql`${sessionId}::uuid`, sql`generate_series(1, ${MESSAGES}) n`);
  await rows(
    sql`s.id`,
    sql`(select id from chat_sessions where id <> ${sessionId} limit 2000) s, generate_series(1, 20) n`,
  );
  const [middle] = await sql<
    { id: string }[]
  >`select id from chat_messages where session_id = ${sessionId} and seq = ${MESSAGES / 2}`;
  middleId = middle?.id ?? "";
  await sql`insert into chat_runs (session_id, id, user_message_id, request_hash, assistant_message_id, status, model, owner, lease_until)
    select s.id, gen_random_uuid(), gen_random_uuid(), '', gen_random_uuid(), case n when 1 then 'running' else 'complete' end, 'm', 'o', now()
    from (select id from chat_sessions limit 5000) s, generate_series(1, 4) n where n > 1 or s.id::text < '02'`;
  await sql`insert into context_rolls (session_id, version, base_version, from_seq, to_seq, to_message_id, covered_runes,
      summary, summary_runes, reason, method, runes_before, runes_after, duration_ms)
    select m.session_id, m.seq, m.seq - 1, m.seq, m.seq, m.id, 35, 'what was said', 13, 'reply', 'model', 48, 13, 1
    from chat_messages m where m.session_id = ${sessionId} and m.seq <= ${ROLLS}`;
  // Most of the list is not due yet.
  await sql`insert into context_work (session_id, wanted, not_before)
    select id, case when row_number() over () % 4 = 0 then null else 'reply' end,
      case when row_number() over () <= 20 then now() - interval '1 minute' else now() + interval '1 hour' end
    from chat_sessions limit 10000`;
  await sql`vacuum analyze`;
}, 120_000);
afterAll(() => sql.end());

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

let prepared = 0;

/** The plan of a statement as it is sent, prepared, with its parameters. */
async function explain(statement: { query: string; params: unknown[] }, mode: string): Promise<Plan> {
  const name = `plan_${prepared++}`;
  const literal = (value: unknown) => (value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`);
  const given = statement.params.length > 0 ? `(${statement.params.map(literal).join(", ")})` : "";
  await sql.unsafe(`set plan_cache_mode = ${mode}`);
  await sql.unsafe(`prepare ${name} as ${statement.query}`);
  const [row] = await sql.unsafe<{ "QUERY PLAN": { Plan: Plan }[] }[]>(
    `explain (analyze, format json) execute ${name}${given}`,
  );
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("no plan");
  return plan;
}

const SCANS = /Scan$/;
const INDEXED = /^Index (Only )?Scan$/;
/** Scans that read what another node has read. */
const DERIVED = /^(Subquery|CTE|WorkTable|Function|Values|Result) Scan$/;

const reads: [string, number, () => Promise<unknown>][] = [
  ["the latest page", PAGE + 2, () => latestPage(db, sessionId, PAGE)],
  ["a page in the middle, older", PAGE + 4, () => pageBefore(db, sessionId, MESSAGES / 2, PAGE)],
  ["a page in the middle, newer", PAGE + 4, () => pageAfter(db, sessionId, MESSAGES / 2, PAGE)],
  ["a page at the start", PAGE + 4, () => pageBefore(db, sessionId, PAGE, PAGE)],
  ["the page around a message", PAGE + 6, () => pageAround(db, sessionId, middleId, PAGE)],
  ["the newest questions", PAGE + 2, () => turnPage(db, sessionId, null, PAGE, 400)],
  ["questions in the middle, newer", PAGE + 2, () => turnPageAfter(db, sessionId, MESSAGES / 2, PAGE, 400)],
  ["questions in the middle", PAGE + 2, () => turnPage(db, sessionId, MESSAGES / 2, PAGE, 400)],
  [
    "a search among questions without a hit",
    2_000,
    () =>
      searchTurnPage(db, sessionId, null, PAGE, { words: ["none"], slice: 2_000, searchRunes: 4_000, headRunes: 400 }),
  ],
  ["one message", 4, () => findMessage(db, me, middleId)],
  ["a message's place", 2, () => placeOf(db, sessionId, middleId)],
  ["a slice of an export", 502, () => messagesFrom(db, sessionId, MESSAGES / 2, MESSAGES, 500)],
  ["where the context stands", 2, () => contextState(db, sessionId)],
  ["sizes of what may roll", 502, () => unitsFrom(db, sessionId, MESSAGES / 2, MESSAGES, 500)],
  ["where a backlog ends", 2, () => turnAfterRunes(db, sessionId, MESSAGES * 20)],
  ["the last message that rolls", 2, () => lastUnitBefore(db, sessionId, MESSAGES / 2)],
  ["a slice of the context", 502, () => payloadSlice(db, sessionId, MESSAGES / 2, MESSAGES, 500)],
  ["the verbatim window", 502, () => payloadWindow(db, sessionId, MESSAGES - 499, MESSAGES, 8_000)],
  [
    "every fortieth turn of a backlog",
    MESSAGES / 40 + 4,
    () => toldSlice(db, sessionId, { fromSeq: 1, toSeq: MESSAGES, step: 40, headRunes: 400 }, MESSAGES),
  ],
  ["the newest versions of a summary", 4 * 20 + 8, () => standingRolls(db, sessionId, ROLLS, 20)],
  ["the same when the current one is not among them", 4 * 20 + 8, () => standingRolls(db, sessionId, ROLLS / 2, 20)],
  ["the version that holds after a cut", 12, () => versionBefore(db, sessionId, ROLLS, ROLLS - 3)],
  ["what the background has to look at", 20, () => dueWork(db, 2)],
  ["a conversation's active run", 2, () => activeRun(db, sessionId)],
  ["the runs that decide over a send", 4, () => runsForSend(db, sessionId, middleId)],
  ["a run by its id", 4, () => findRun(db, me, middleId)],
  ["runs whose process is lost", 25, () => lostRuns(db, { lost: { only: null } }, 20)],
  ["one conversation", 2, () => findSession(db, me, sessionId)],
  ["one conversation with its run", 4, () => findSessionWithRun(db, me, sessionId)],
  ["the list of conversations", 21 * 2 + 2, () => sessionPage(db, me, { archived: false }, null, 20)],
  [
    "the list, far down",
    21 * 2 + 2,
    () => sessionPage(db, me, { archived: false }, { updatedAt: new Date(Date.now() - 6e8), id: sessionId }, 20),
  ],
  ["the archived ones", 21 * 2 + 2, () => sessionPage(db, me, { archived: true }, null, 20)],
  ["the pinned ones", 21 * 3, () => sessionPage(db, me, { archived: false, pinned: true }, null, 20)],
  [
    "a search among titles without a hit",
    2_000 + 4,
    () => searchSessionPage(db, me, { archived: false, words: ["none"] }, null, 20, 2_000),
  ],
];

describe.each(["force_custom_plan", "force_generic_plan"])("planned with %s", (mode) => {
  test.each(reads)("%s is read from an index, about %i rows of it", async (_, rows, read) => {
    statements.length = 0;
    await read();
    const sent = [...statements];
    expect(sent).toHaveLength(1);
    for (const statement of sent) {
      const nodes = nodesOf(await explain(statement, mode));
      const scans = nodes.filter((node) => SCANS.test(node["Node Type"]) && !DERIVED.test(node["Node Type"]));
      expect(scans.length).toBeGreaterThan(0);
      const others = scans.filter((node) => !INDEXED.test(node["Node Type"]));
      expect(others.map((node) => `${node["Node Type"]} on ${node["Relation Name"]}`)).toEqual([]);
      const read = scans.map(
        (node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      );
      expect(read.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(rows);
      expect(statement.query).not.toMatch(/\boffset\b|count\(/i);
    }
  });
});
