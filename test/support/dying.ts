import { PglitePreparedQuery } from "drizzle-orm/pglite/session";
import { PostgresJsPreparedQuery } from "drizzle-orm/postgres-js/session";
import { ActiveRun } from "@/lib/chat/runs/registry";

/**
 * Where a process kills itself with SIGKILL: before a statement that begins so, before it shows what came of a wish to
 * the memory, or once an answer is stored and nobody was told yet.
 */
export type DeathPoint = { statement: string } | "wish done" | "answer stored";

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // Nothing more is done until the signal has come.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

export function dieAt(point: DeathPoint): void {
  if (point === "answer stored") {
    ActiveRun.prototype.end = die;
  } else if (point === "wish done") {
    const { append } = ActiveRun.prototype;
    ActiveRun.prototype.append = function (...chunks) {
      if (chunks.some(({ type }) => type === "data-memory")) die();
      append.apply(this, chunks);
    };
  } else {
    for (const { prototype } of [PglitePreparedQuery, PostgresJsPreparedQuery]) {
      const original = prototype.execute;
      prototype.execute = async function (this: { queryString: string }, ...given: Parameters<typeof original>) {
        if (this.queryString.trim().startsWith(point.statement)) die();
        return await original.apply(this as never, given);
      };
    }
  }
}
