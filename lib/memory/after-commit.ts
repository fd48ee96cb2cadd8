import type { Db } from "@/lib/db/client";

type Task = () => Promise<void>;
type Outcome = "committed" | "taken_back";
const tasks = new WeakMap<Db, Record<Outcome, Task[]>>();

/** Has something done with files once the transaction is committed, or when it is taken back. */
export function after(outcome: Outcome, tx: Db, task: Task): void {
  const held = tasks.get(tx) ?? { committed: [], taken_back: [] };
  held[outcome].push(task);
  tasks.set(tx, held);
}

/** The newest first where it is taken back: each finds what it left. */
export async function settled(outcome: Outcome, tx: Db | undefined): Promise<void> {
  const held = (tx && tasks.get(tx)?.[outcome]) ?? [];
  for (const task of outcome === "committed" ? held : held.toReversed()) await task();
}
