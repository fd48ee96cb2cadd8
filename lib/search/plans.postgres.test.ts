import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "@/lib/db/client";
import { postingsOf } from "@/lib/db/queries/search-messages";
import type { Owner } from "@/lib/db/queries/sessions";
import * as schema from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";

const MESSAGES = 100_000;
let sql: postgres.Sql;
let db: Db;
let me: Owner;
const statements: { query: string; params: unknown[] }[] = [];

beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
  sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  db = drizzle(sql, { schema, logger: { logQuery: (query, params) => statements.push({ query, params }) } });
  const sessionId = uuidv7();
  await sql`insert into chat_sessions (id, user_id, workspace_id, last_seq) values (${sessionId}, ${me.userId}, ${me.workspaceId}, ${MESSAGES})`;
  await sql`insert into chat_messages (session_id, id, seq, role, parts, text, runes, runes_before, terms)
    select ${sessionId}::uuid, gen_random_uuid(), n, 'user', '[]', 'said', 1, n, array[n % 2, 10 + n % 1000, 10000 + n]::bigint[]
    from generate_series(1, ${MESSAGES}) n`;
  await sql`vacuum analyze`;
}, 120_000);
afterAll(() => sql.end());

test.each(["force_custom_plan", "force_generic_plan"])("rare terms are looked up in their index: %s", async (mode) => {
  statements.length = 0;
  const found = await postingsOf(db, me, {}, [{ term: 10_500 }, { term: 60 }, { term: 1, besides: [10_500] }], 3_000);
  expect(found.length).toBeGreaterThan(100);
  const [{ query, params } = { query: "", params: [] }] = statements;
  await sql.unsafe(`set plan_cache_mode = ${mode}`);
  await sql.unsafe(`prepare search_${mode} as ${query}`);
  const given = params.map((value) => `'${String(value)}'`).join(", ");
  const plan = JSON.stringify(await sql.unsafe(`explain (format json) execute search_${mode}(${given})`));
  expect(plan).toContain("chat_messages_terms_idx");
  expect(plan).not.toMatch(/"Seq Scan"[^}]*"chat_messages"/);
});
