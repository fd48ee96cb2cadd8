import type { Db } from "@/lib/db/client";

const tasks = new WeakMap<Db, (() => Promise<void>)[]>();

/** Has something done once the transaction is committed, and not at all when it is taken back. */
export function afterCommit(tx: Db, task: () => Promise<void>): void {
  const held = tasks.get(tx) ?? [];
  held.push(task);
  tasks.set(tx, held);
}

export async function committed(tx: Db | undefined): Promise<void> {
  for (const task of (tx && tasks.get(tx)) ?? []) await task();
}
