import { writeSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { createInterface } from "node:readline";
import { PglitePreparedQuery } from "drizzle-orm/pglite/session";
import { PostgresJsPreparedQuery } from "drizzle-orm/postgres-js/session";
import { closeDatabase } from "@/lib/db/client";
import { doTalkWork, type TalkWork } from "./memory-talk-work";
import { doMemoryWork, type MemoryWork } from "./memory-work";

// A process of the product that does some work on a memory, told in a line of its standard input, and kills itself with
// SIGKILL after so many steps of it: calls of the file system, and statements that write.

export type MemoryOrders = { work: MemoryWork | TalkWork; killAfter: number | null };

let left = Number.POSITIVE_INFINITY;
function step(): void {
  if (--left > 0) return;
  writeSync(1, "dying\n");
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

type Call = (...given: never[]) => Promise<unknown>;
function counted(owner: object, name: string): void {
  const calls = owner as Record<string, Call>;
  const original = calls[name];
  if (!original) throw new Error(`there is no ${name}`);
  calls[name] = async function (this: unknown, ...given: never[]) {
    const result = await original.apply(this, given);
    step();
    return result;
  };
}

async function countFileCalls(): Promise<void> {
  const handle = await files.open("/dev/null");
  const prototype: object = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of ["writeFile", "sync"]) counted(prototype, name);
  for (const name of ["open", "rename", "link", "unlink"]) counted(files, name);
  syncBuiltinESMExports();
}

function countStatements(): void {
  for (const { prototype } of [PglitePreparedQuery, PostgresJsPreparedQuery]) {
    const original = prototype.execute;
    prototype.execute = async function (this: { queryString: string }, ...given: Parameters<typeof original>) {
      const result = await original.apply(this as never, given);
      if (/^\s*(?:insert|update|delete)/i.test(this.queryString)) step();
      return result;
    };
  }
}

/** The first steps of a start are not the work's. */
async function obey({ work, killAfter }: MemoryOrders): Promise<void> {
  const arm = () => {
    left = killAfter ?? Number.POSITIVE_INFINITY;
  };
  if ("actor" in work) return await doTalkWork(work, { onBegin: arm });
  arm();
  await doMemoryWork(work);
}

for await (const line of createInterface({ input: process.stdin })) {
  const orders = JSON.parse(line) as MemoryOrders;
  if (orders.killAfter !== null) {
    await countFileCalls();
    countStatements();
  }
  await obey(orders);
  left = Number.POSITIVE_INFINITY;
  await closeDatabase();
  writeSync(1, "over\n");
  process.exit(0);
}
