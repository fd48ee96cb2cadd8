import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { claimNextJob, insertJobs, postponeJob, sessionsWithDueJobs } from "@/lib/db/queries/memory-jobs";
import type { AgentRow, JobKind } from "@/lib/db/schema/agents";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { ENTRY_JOBS, NOTE_JOBS } from "./jobs";
import { wantStrike } from "./strike";

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  await freshDatabase();
  me = await makeActor();
  agent = await makeAgent(me);
});

const LINES = [NOTE_JOBS, ENTRY_JOBS];
const due = async (limit: number) => await sessionsWithDueJobs(await getDb(), LINES, limit);

async function sessionWith(kind: JobKind, ...batches: string[][]): Promise<string> {
  const { sessionId } = await makeSession(me, ["u: hello"], { agentId: agent.id });
  const whose = { sessionId, agentId: agent.id, userId: me.userId, kind, day: "2026-03-02", fromSeq: 1, toSeq: 1 };
  const jobs = batches.map((messageIds) => ({ ...whose, id: uuidv7(), messageIds }));
  await insertJobs(await getDb(), jobs);
  return sessionId;
}

/** Its oldest job of that line fails, and waits. */
async function failIn(sessionId: string, kinds: readonly JobKind[]): Promise<void> {
  const [db, owner] = [await getDb(), uuidv7()];
  const job = await claimNextJob(db, sessionId, kinds, owner, { leaseMs: 60_000, early: true });
  if (!job) throw new Error("there is no such job");
  await postponeJob(db, job, owner, { error: "EACCES", afterMs: 3_600_000 });
}

test("conversations that wait behind a failure do not keep others from being looked at", async () => {
  const waiting = [await sessionWith("flush", [], []), await sessionWith("flush", [], [])];
  for (const id of waiting) await failIn(id, NOTE_JOBS);
  const other = await sessionWith("flush", []);
  expect(await due(1)).toEqual([other]);
});

test("what is made of a note does not wait for the next note", async () => {
  const id = await sessionWith("flush", [], []);
  await failIn(id, NOTE_JOBS);
  expect(await due(5)).toEqual([]);
  await insertJobs(await getDb(), [
    {
      ...{ sessionId: id, id: uuidv7(), agentId: agent.id, userId: me.userId, kind: "extract" },
      ...{ day: "2026-03-02", fromSeq: 1, toSeq: 1, messageIds: [] },
    },
  ]);
  expect(await due(5)).toEqual([id]);
});

test("what somebody is at is not looked at", async () => {
  const id = await sessionWith("flush", []);
  const claim = { leaseMs: 60_000, early: false };
  expect(await claimNextJob(await getDb(), id, NOTE_JOBS, uuidv7(), claim)).toBeDefined();
  expect(await due(5)).toEqual([]);
});

test("a cut of more messages than a statement takes is struck in several jobs", async () => {
  const ids = Array.from({ length: 2_500 }, () => uuidv7());
  const id = await sessionWith("flush", ids);
  const db = await getDb();
  await wantStrike(db, { id, agentId: agent.id }, 1, 1);
  const struck = (await db.query.memoryJobs.findMany()).filter(({ kind }) => kind === "strike");
  expect(struck.map(({ messageIds }) => messageIds.length)).toEqual([1_000, 1_000, 500]);
  expect(struck.flatMap(({ messageIds }) => messageIds).sort()).toEqual([...ids].sort());
});
