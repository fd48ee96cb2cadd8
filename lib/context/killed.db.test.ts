import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { fork } from "@/lib/chat/fork";
import { closeDatabase, getDb } from "@/lib/db/client";
import { contextWork } from "@/lib/db/schema";
import { until, withChat } from "@/test/support/chat";
import { coveredMarks, expectSound, markOf, marksIn, marksSummary } from "@/test/support/context";
import type { ContextReading } from "@/test/support/context-reading";
import { engine } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { type RollProcess, rollProcesses } from "@/test/support/killed-rolls";
import type { KillPoint } from "@/test/support/roll-process";
import { type Job, type Left, type Mended, mend, type RollWork } from "@/test/support/roll-work";

// Real processes that are killed with SIGKILL: in the flush, in the merge call, after each statement of a transaction and
// each other that writes. Afterwards another process goes on: this one on PostgreSQL; on the embedded engine, which has
// one at a time, the next that will be killed. There a start costs seconds, so that one kind of work stands for all and
// statements which only read are left out, unless EVERY_KILL is set.

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000", RUN_LEASE_MS: "2000" });
const EMBEDDED = engine === "pglite";
const BRIEF = EMBEDDED && process.env.EVERY_KILL === undefined;
/** So many kills of each kind of work are prepared for. */
const MOST: Record<RollWork, number> = { compact: 15, redo: 30, backlog: EMBEDDED ? 45 : 80 };
/** After every so many-th kill its lease is waited for instead of moved into the past. */
const PATIENT = 12;
const WORKS: readonly RollWork[] = BRIEF ? ["compact"] : ["compact", "redo", "backlog"];

let me: Actor;
let processes: Awaited<ReturnType<typeof rollProcesses>>;
beforeAll(async () => {
  me = await makeActor();
  processes = await rollProcesses(engine);
});
afterAll(() => processes.endAll());

/** A talk of that many messages, each with its mark. */
const talk = (messages: number, size: number) =>
  Array.from({ length: messages }, (_, i) => `${i % 2 ? "a" : "u"}: ${markOf(i)} ${"and so on ".repeat(size / 10)}`);

/** A conversation for that work, in as many copies as there may be kills. */
async function prepared(work: RollWork): Promise<string[]> {
  const { sessionId, messages } = await makeSession(
    me,
    work === "backlog" ? talk(EMBEDDED ? 30 : 90, 800) : talk(20, 400),
  );
  if (work === "redo") {
    provider().summariser.script(() => ({ kind: "error", status: 401, body: {} }));
    await compactNow(me, sessionId, { signal: new AbortController().signal });
    provider().summariser.script(marksSummary);
  }
  const messageId = messages.at(-1)?.id ?? "";
  const copies = [];
  for (let i = 0; i < MOST[work]; i++) copies.push((await fork(me, { sessionId, messageId })).id);
  return copies;
}

function* killPoints(): Generator<KillPoint> {
  yield { at: "merge" };
  yield { at: "flush" };
  for (let after = 1; ; after++) yield { at: "statement", after, writesOnly: BRIEF };
}

class Matrix {
  readonly kills: { work: RollWork; after: string }[] = [];
  readonly mended: (Left & Mended)[] = [];
  /** Where work that nothing interrupts ends. */
  readonly ends = new Map<RollWork, number>();
  #loading: RollProcess = processes.start();
  #left: Left | null = null;

  /** Whether the process was killed. If not, the work came to its end without coming to that point. */
  async kill(job: Job, kill: KillPoint): Promise<boolean> {
    let after: string | null = null;
    if (kill.at === "merge") {
      await this.mend();
      after = await this.#killInMerge(job);
    } else {
      for await (const said of this.#next().obey({ actor: me, left: this.#left, next: { ...job, kill } })) {
        if (said.word === "dying") after = said.after;
        if (said.word === "mended") this.#note(said.mended);
      }
    }
    this.#left = { ...job, patient: this.kills.length % PATIENT === PATIENT - 1 };
    if (after === null) {
      await this.mend();
      this.ends.set(job.work, this.mended.at(-1)?.repaired.state.anchorSeq ?? 0);
      return false;
    }
    this.kills.push({ work: job.work, after });
    if (!EMBEDDED) await this.mend();
    return true;
  }

  async #killInMerge(job: Job): Promise<string> {
    const child = this.#next();
    const held = provider().summariser.hold();
    const killing = until(() => held.waiting() > 0).then(() => child.kill());
    for await (const _ of child.obey({ actor: me, left: null, next: { ...job, kill: { at: "merge" } } }));
    await killing;
    held.release();
    return "merge";
  }

  /** Goes on with what the last kill has left. */
  async mend(): Promise<void> {
    if (!this.#left) return;
    if (!EMBEDDED) return this.#note(await mend(me, this.#left));
    for await (const said of this.#next().obey({ actor: me, left: this.#left, next: null })) {
      if (said.word === "mended") this.#note(said.mended);
    }
  }

  #note(mended: Mended): void {
    if (!this.#left) throw new Error("nothing was left to be mended");
    expectSound(mended.found);
    expectSound(mended.repaired);
    this.mended.push({ ...this.#left, ...mended });
    this.#left = null;
  }

  #next(): RollProcess {
    const loaded = this.#loading;
    this.#loading = processes.start();
    return loaded;
  }
}

function expectRepaired({ rows, state, rolls, work }: ContextReading, anchorSeq: number): void {
  expect(state.anchorSeq).toBe(anchorSeq);
  expect(marksIn(state.summary)).toEqual(coveredMarks(rows, anchorSeq));
  expect(rolls.find(({ version }) => version === state.version)).toMatchObject({ method: "model", fallback: null });
  expect(work).toMatchObject({ owner: null, wanted: null, stagedVersion: null, attempts: 0 });
}

test("a process killed at any step of a roll leaves a whole context, and its work is gone on with to the same end", async () => {
  provider().summariser.script(marksSummary);
  const sessions = new Map<RollWork, string[]>();
  for (const work of WORKS) sessions.set(work, await prepared(work));
  await (await getDb()).delete(contextWork);
  if (EMBEDDED) await closeDatabase();
  const matrix = new Matrix();
  for (const work of WORKS) {
    const ids = (sessions.get(work) ?? []).values();
    for (const kill of killPoints()) {
      // Nothing leaves the window when a summary is made again, so nothing is flushed then.
      if (kill.at === "flush" && work === "redo") continue;
      const { value: sessionId } = ids.next();
      if (!sessionId) throw new Error(`${work} has more steps than ${MOST[work]}`);
      if (!(await matrix.kill({ sessionId, work }, kill))) break;
    }
  }
  for (const { work, repaired } of matrix.mended) expectRepaired(repaired, matrix.ends.get(work) ?? 0);

  // None of the steps was passed over.
  for (const work of WORKS) {
    const after = matrix.kills.filter((kill) => kill.work === work).map((kill) => kill.after);
    const steps = [/^merge$/, /into "context_work"/, /for update$/, /into "context_rolls"/, /update "chat_sessions"/];
    for (const step of [...steps, /update "context_work" set "owner"/]) {
      expect(after, `${work} killed after ${step}`).toContainEqual(expect.stringMatching(step));
    }
  }
  expect(matrix.kills.length).toBeGreaterThanOrEqual(BRIEF ? 7 : EMBEDDED ? 60 : 90);
}, 1_200_000);
