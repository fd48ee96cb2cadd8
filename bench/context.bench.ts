import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { BLIND } from "@/lib/context/payload/images";
import { planRoll } from "@/lib/context/roll/plan";
import { MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import { type Costs, plainPolicy, seeded, talkSizes } from "@/test/support/talk";
import { interleaved, median, ms, report } from "./support/figures";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";
import { seedConversation } from "./support/seed";
import type { TalkOrder, TalkReport } from "./support/talk-through";

const TURNS = 2_000;
const SEED = 2026;
const LIMIT = 96_000;
/** What each budget is held to: of 1,000 turns those that merged and those that waited, and the share of payloads sent anew. */
const TALKS = [
  { limit: 24_000, reading: true, merges: 160, waited: 1, unshared: 20 },
  { limit: LIMIT, reading: true, merges: 45, waited: 0, unshared: 6 },
  { limit: 400_000, reading: true, merges: 45, waited: 0, unshared: 6 },
  // Nobody reads and writes that fast: each question is there the moment the answer before it is.
  { limit: LIMIT, reading: false, merges: 45, waited: 10, unshared: 6 },
];
const SMALL = 1_000;
const LARGE = 1_000_000;
const BACKLOG = 20_000;

/**
 * What the model's context costs: over a talk of 2,000 turns, sent one after the other through startSend on PostgreSQL with
 * the scripted provider as model and summariser (all of a send but its HTTP handler), against the plain policy over the same
 * sizes; in the assembling of one send, by the length of the conversation; in the planning of a backlog.
 */
export async function run(): Promise<void> {
  process.env.CHAT_CONTEXT_LIMIT_RUNES = String(LIMIT);
  const postgres = await benchDatabase();
  try {
    planning();
    await assembling();
  } finally {
    await postgres.stop();
  }
  // All at once: what is counted does not depend on the time they take.
  await Promise.all(
    TALKS.map(async (bounds) => reportTalk(bounds, await talkThrough(bounds), await plainTalk(bounds.limit))),
  );
}

type Talk = (typeof TALKS)[number];

async function talkThrough({ limit, reading }: Talk): Promise<TalkReport> {
  const order: TalkOrder = { turns: TURNS, seed: SEED, reading };
  const { stdout } = await promisify(execFile)(
    "tsx",
    [join(import.meta.dirname, "support/talk-through.ts"), JSON.stringify(order)],
    { env: { ...process.env, CHAT_CONTEXT_LIMIT_RUNES: String(limit) } },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as TalkReport;
}

async function plainTalk(limit: number): Promise<Costs> {
  const { SYSTEM_PROMPT_RUNES } = await import("@/lib/context/payload/system-prompt");
  const { summaryCap } = await import("@/lib/context/size/limit");
  return plainPolicy(talkSizes(TURNS, SEED), {
    limit,
    fixed: SYSTEM_PROMPT_RUNES,
    summary: summaryCap(limit, undefined),
    overhead: MESSAGE_OVERHEAD_RUNES,
  });
}

function reportTalk({ limit, reading, ...bounds }: Talk, told: TalkReport, plain: Costs): void {
  const name = `${limit.toLocaleString("en")} runes${reading ? "" : ", no pause between turns"}`;
  const compare = (label: string, figure: (costs: Costs) => number, bound: number) =>
    report(`${name}: ${label}`, figure(told), bound, `plain policy ${figure(plain).toFixed(2)}`);
  const each1000 = (count: number) => (1_000 * count) / TURNS;
  compare("merges per 1,000 turns", ({ merges }) => each1000(merges), bounds.merges);
  compare("sends that waited per 1,000 turns", ({ waited }) => each1000(waited), bounds.waited);
  compare("% of payloads not in the request before", ({ unshared, sent }) => (100 * unshared) / sent, bounds.unshared);
  compare("largest payload, of the limit", ({ largest }) => largest / limit, 1);
  process.stdout.write(`     ${told.extractive} summaries not by the model, ${told.seconds.toFixed(0)} s\n`);
}

/** Two conversations that differ in nothing but their length: the same summary, and after it the same messages verbatim. */
async function assembling(): Promise<void> {
  const { getDb } = await import("@/lib/db/client");
  const { assemble } = await import("@/lib/context/payload/assemble");
  const { boundsOf } = await import("@/lib/context/payload/budget");
  const { makeRoom } = await import("@/lib/context/roll/make-room");
  const { resolveModelOrDefault } = await import("@/lib/models/registry");
  const db = await getDb();
  const { actor } = await makePerson("assembler");
  const model = await resolveModelOrDefault(actor, null);
  let shown = 0;
  const prepare = async (messages: number) => {
    const sessionId = await seedConversation(db, actor, messages);
    await rollUpTo80(sessionId, messages);
    const current = { seq: messages, extraWeight: 0 };
    const signal = new AbortController().signal;
    return async () => {
      const started = performance.now();
      const onWait = () => {
        throw new Error("there was something to roll");
      };
      const state = await makeRoom(sessionId, current, model, { reason: "send", signal, onWait });
      if (!state) throw new Error("no such session");
      const { PLAIN_PROMPT } = await import("@/lib/context/payload/system-prompt");
      const bounds = boundsOf(model, state);
      const payload = await assemble(
        db,
        state,
        { currentSeq: messages, maxRows: 8_000, prompt: PLAIN_PROMPT, eyes: BLIND },
        bounds,
      );
      const taken = performance.now() - started;
      shown = payload.usedRunes;
      return taken;
    };
  };
  const rollUpTo80 = async (sessionId: string, messages: number) => {
    const summary = "The ferry sails on the ninth of May. ".repeat(100);
    await db.execute(sql`
      update chat_sessions s set context_summary = ${summary}, context_summary_runes = ${summary.length}::int, context_version = 1,
        runes_per_token = 4, verbatim_since_seq = m.seq, verbatim_since_message_id = m.id, verbatim_since_at = m.created_at,
        covered_runes = m.runes_before
      from chat_messages m
      where s.id = ${sessionId} and m.session_id = s.id and m.seq = ${messages}::int - ${Math.floor((LIMIT * 0.75) / 131)}::int`);
  };
  const small = await prepare(SMALL);
  const large = await prepare(LARGE);
  await db.execute(sql`vacuum analyze`);
  const taken = await interleaved({ small, large }, { rounds: 200, warmUp: 30 });
  const [a, b] = [median(taken.large), median(taken.small)];
  report("assembling, 1,000,000 messages against 1,000", a / b, 1.1, `${ms(a)} against ${ms(b)}`);
  report("ms to assemble a payload", a, 10, `${shown.toLocaleString("en")} runes`);
}

function planning(): void {
  const random = seeded(SEED);
  const units = Array.from({ length: BACKLOG }, (_, i) => {
    const runes = Math.floor(random() * 2_000);
    return { seq: i + 1, runes: i % 500 === 0 ? 10 * LIMIT : runes, startsTurn: i % 2 === 0 };
  });
  const bounds = {
    besides: 5_000,
    target: LIMIT / 2,
    minVerbatim: 6,
    maxUnits: 4_000,
    batchMessages: 4,
    mergeRunes: 70_000,
    mergeOverhead: 60,
    minGain: LIMIT * 0.02,
  };
  let slices = 0;
  const taken = Array.from({ length: 60 }, () => {
    const started = performance.now();
    slices = planRoll(units, bounds).length;
    return performance.now() - started;
  }).slice(10);
  report("ms to plan a backlog of 20,000 messages", median(taken), 5, `${slices} merges`);
}
