import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { interleaved, median, ms, quantile, report } from "./support/figures";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";
import { COMMON, seedSearch, wordOf } from "./support/seed-search";

const MESSAGES = Number(process.env.BENCH_SEARCH_MESSAGES ?? 1_000_000);
const EMBEDDED_MESSAGES = 100_000;
const PAGE = 50;

/** A search over a million messages costs as much as a few pages of history, and finding them later costs a send little. */
export async function run(): Promise<void> {
  if (process.env.BENCH_SEARCH_EMBEDDED) return await onEmbedded();
  const postgres = await benchDatabase();
  try {
    const { getDb } = await import("@/lib/db/client");
    const db = await getDb();
    const { actor } = await makePerson("searcher");
    const sessions = await seed(db, actor, MESSAGES);
    await searches(db, actor, sessions);
    await sends(db, actor);
  } finally {
    await postgres.stop();
  }
}

async function seed(db: Db, actor: Actor, messages: number): Promise<string[]> {
  const started = performance.now();
  // A million rows go in without their index of terms, which is made afterwards.
  await db.execute(sql`drop index chat_messages_terms_idx`);
  const sessions = await seedSearch(db, actor, messages);
  await db.execute(
    sql`create index chat_messages_terms_idx on chat_messages using gin (terms) with (gin_pending_list_limit = 256)`,
  );
  await db.execute(sql`vacuum analyze`);
  process.stdout.write(
    `     ${messages} messages seeded and indexed in ${((performance.now() - started) / 1_000).toFixed(0)} s\n`,
  );
  return sessions;
}

const random = (most: number) => Math.floor(Math.random() * most);

async function searches(db: Db, actor: Actor, sessions: readonly string[]): Promise<void> {
  const { searchMessages } = await import("@/lib/search/messages");
  const { pageBefore } = await import("@/lib/db/queries/messages");
  const timed = (task: () => Promise<unknown>) => async () => {
    const started = performance.now();
    await task();
    return performance.now() - started;
  };
  // From 12,000 on each stands in about a hundred messages of a million, and less.
  const rare = () => Array.from({ length: 3 }, () => wordOf(12_000 + random(40_000))).join(" ");
  const some = () => Array.from({ length: 3 }, () => wordOf(200 + random(2_000))).join(" ");
  const search = (q: () => string) => timed(() => searchMessages(actor, { q: q() }));
  await searchMessages(actor, { q: rare() });
  const samples = await interleaved(
    {
      page: timed(() => pageBefore(db, sessions[random(sessions.length)] ?? "", 60 + random(900), PAGE)),
      rare: search(rare),
      some: search(some),
      common: search(() => COMMON.join(" ")),
      mixed: search(() => `${COMMON[random(3)]} ${wordOf(12_000 + random(40_000))}`),
      none: search(() => `${COMMON[0]} nothingofit`),
    },
    { rounds: 200, warmUp: 20 },
  );
  const p95 = (name: keyof typeof samples) => quantile(samples[name], 0.95);
  const line = (name: keyof typeof samples) => `p50 ${ms(median(samples[name]))}, p95 ${ms(p95(name))}`;
  report(
    "three rare words, 95th percentile, against a page of history",
    p95("rare") / p95("page"),
    3,
    `${line("rare")}; a page: ${line("page")}`,
  );
  process.stdout.write(`     three words of some thousand messages each: ${line("some")}\n`);
  report("three words that stand in half of all messages, of 500 ms", p95("common") / 500, 1, line("common"));
  report("such a word with a rare one, of 500 ms", p95("mixed") / 500, 1, line("mixed"));
  report("such a word with one that nobody said, of 500 ms", p95("none") / 500, 1, line("none"));
}

/** What its terms add to the database's time for a send: the same transaction with and without them. */
async function sends(db: Db, actor: Actor): Promise<void> {
  const { messageTerms } = await import("@/lib/search/message-terms");
  const { insertMessages } = await import("@/lib/db/queries/messages");
  const { insertRun, writeAnswer, endRun, lockSessionOfRun } = await import("@/lib/db/queries/runs");
  const { insertSession, lockSession, changeSession } = await import("@/lib/db/queries/sessions");
  const said = () => Array.from({ length: 40 }, () => wordOf(1 + random(5_000))).join(" ");
  const send = (indexed: boolean) => async () => {
    const sessionId = uuidv7();
    await insertSession(db, { id: sessionId, workspaceId: actor.workspaceId, userId: actor.userId });
    const [question, answer] = [said(), `${said()} ${said()} ${said()}`];
    const [asked, answered] = [question, answer].map((text) =>
      indexed ? messageTerms(actor, { text, createdAt: new Date() }) : [],
    );
    const [messageId, assistantMessageId, id] = [uuidv7(), uuidv7(), uuidv7()];
    const row = (text: string) => ({
      sessionId,
      parts: [{ type: "text" as const, text }],
      text,
      runes: text.length,
      runesBefore: 0,
    });
    const started = performance.now();
    await db.transaction(async (tx: Db) => {
      await lockSession(tx, actor, sessionId);
      await Promise.all([
        insertRun(
          tx,
          { sessionId, id, userMessageId: messageId, requestHash: "", assistantMessageId, model: "m", owner: "o" },
          10_000,
        ),
        changeSession(tx, actor, sessionId, { lastSeq: 2 }),
        insertMessages(tx, [
          { ...row(question), id: messageId, seq: 1, role: "user", terms: asked ?? [] },
          { ...row(""), parts: [], id: assistantMessageId, seq: 2, role: "assistant", status: "running", terms: [] },
        ]),
      ]);
    });
    await db.transaction(async (tx: Db) => {
      await lockSessionOfRun(tx, sessionId);
      const final = { status: "complete" as const, error: null, usage: null, runes: 10, terms: answered ?? [] };
      await Promise.all([
        endRun(tx, { sessionId, id }, { owner: "o" }, { status: "complete", error: null }),
        writeAnswer(tx, { sessionId, assistantMessageId }, { ...final, parts: row(answer).parts, text: answer }),
      ]);
    });
    return performance.now() - started;
  };
  const samples = await interleaved({ plain: send(false), indexed: send(true) }, { rounds: 400, warmUp: 40 });
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  report(
    "a send and its answer with their terms, against without, mean",
    mean(samples.indexed) / mean(samples.plain),
    1.3,
    `${ms(mean(samples.indexed))} against ${ms(mean(samples.plain))}; medians ${ms(median(samples.indexed))} and ${ms(median(samples.plain))}`,
  );
}

/** In a process of its own: one process has one database. */
async function onEmbedded(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "cadau-bench-search-"));
  Object.assign(process.env, { DATA_DIR: directory, LOG_LEVEL: "warn", DATABASE_URL: "" });
  try {
    const { closeDatabase, getDb } = await import("@/lib/db/client");
    const db = await getDb();
    const { actor } = await makePerson("embedded");
    const sessions = await seed(db, actor, EMBEDDED_MESSAGES);
    await searches(db, actor, sessions);
    await closeDatabase();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
