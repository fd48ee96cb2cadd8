import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { PglitePreparedQuery } from "drizzle-orm/pglite/session";
import { PostgresJsPreparedQuery } from "drizzle-orm/postgres-js/session";
import type { Actor } from "@/lib/auth/actor-type";
import { beforeRoll } from "@/lib/context/roll/flush-hook";
import { carryOut, type Job, type Left, type Mended, mend } from "./roll-work";

// A process of the product without its web side that goes on with what a killed one has left, and then kills itself
// with SIGKILL at a certain point of other work. It is told what to do in a line of its standard input, once it is
// loaded. What it says goes out in one system call each, so that no word is lost with it.

/** `after`: so many statements are done, counted from the first claim on: those of transactions, and others that write. */
export type KillPoint = { at: "flush" | "merge" } | { at: "statement"; after: number; writesOnly: boolean };
export type Orders = { actor: Actor; left: Left | null; next: (Job & { kill: KillPoint }) | null };
/** `dying`: at the kill, with the statement before it. `over`: all is done; the point was never come to. */
export type Word = { word: "mended"; mended: Mended } | { word: "dying"; after: string } | { word: "over" };

const say = (word: Word) => writeSync(1, `${JSON.stringify(word)}\n`);

function die(after: string): never {
  say({ word: "dying", after });
  process.kill(process.pid, "SIGKILL");
  // Nothing more is done until the signal has come.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const CLAIM = /^insert into "context_work"/;
const WRITES = /^(?:insert|update|delete)|for update$/i;
/** Comes by the clock, not by the work. */
const RENEWS = /set "lease_until" = now\(\)/;

function dieAfterStatements(count: number, writesOnly: boolean): void {
  let done = 0;
  let outside: unknown;
  for (const { prototype } of [PglitePreparedQuery, PostgresJsPreparedQuery]) {
    const original = prototype.execute;
    prototype.execute = async function (
      this: { queryString: string; client: unknown },
      ...given: Parameters<typeof original>
    ) {
      const result = await original.apply(this as never, given);
      const text = this.queryString.trim();
      if (done === 0 && CLAIM.test(text)) outside = this.client;
      if (outside === undefined || RENEWS.test(text)) return result;
      const counts = WRITES.test(text) || (!writesOnly && this.client !== outside);
      if (counts && ++done === count) die(text);
      return result;
    };
  }
}

function arm(kill: KillPoint): void {
  if (kill.at === "statement") dieAfterStatements(kill.after, kill.writesOnly);
  if (kill.at === "flush") beforeRoll(async () => die("flush"));
  // In the merge call it is the one who holds the answer that kills.
}

async function obey({ actor, left, next }: Orders): Promise<void> {
  if (left) say({ word: "mended", mended: await mend(actor, left) });
  if (next) {
    arm(next.kill);
    await carryOut(actor, next);
  }
  say({ word: "over" });
}

for await (const line of createInterface({ input: process.stdin })) {
  await obey(JSON.parse(line) as Orders);
  process.exit(0);
}
