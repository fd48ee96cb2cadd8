import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { ms } from "./figures";

export type SeededMemory = { agentId: string; entryId: string; day: string };

/** An agent of the actor's whose memory has so many entries and so many days of notes, all of them in the index. */
export async function seedMemory(actor: Actor, entries: number, days: number): Promise<SeededMemory> {
  const { getDb } = await import("@/lib/db/client");
  const { insertAgent } = await import("@/lib/db/queries/agents");
  const { findMemory } = await import("@/lib/db/queries/agent-memories");
  const { homeOf } = await import("@/lib/memory/home");
  const { writeEntry } = await import("@/lib/memory/front-matter");
  const { syncMemory } = await import("@/lib/memory/sync");
  const db = await getDb();
  const { userId, workspaceId } = actor;
  const own = { workspaceId, ownerId: userId, creatorId: userId };
  const agent = await insertAgent(db, { id: uuidv7(), ...own, name: "Bench" });
  const home = homeOf(agent, userId);
  mkdirSync(join(home.directory, "entries"), { recursive: true });
  const ids = Array.from({ length: entries }, () => uuidv7());
  for (const [i, id] of ids.entries()) {
    const at = new Date(Date.UTC(2024, 0, 1) + i * 60_000);
    const title = `Fact ${i} about ${["tea", "trains", "Lisbon", "上海", "music"][i % 5]}`;
    const body = `What was said of matter ${i}: ${"some words of a plain sentence, ".repeat(4)}end ${i * 7}.`;
    const facts = { kind: "fact" as const, tags: [`t${i % 40}`], source: null, supersededBy: null };
    const text = writeEntry({ id, title, body, created: at, updated: at, pinned: i % 500 === 0, ...facts }, null);
    writeFileSync(join(home.directory, "entries", `fact-${i}.md`), text);
  }
  let day = "";
  for (let i = 0; i < days; i++) {
    day = new Date(Date.UTC(2024, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
    writeFileSync(join(home.directory, `${day}.md`), `# ${day}\n\n${"What was said that day. ".repeat(100)}\n`);
  }
  const started = performance.now();
  await syncMemory(home);
  for (;;) {
    const memory = await findMemory(db, home);
    if (memory?.entries === entries && memory.notes === days) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const taken = ms(performance.now() - started);
  process.stdout.write(`     ${entries} entries and ${days} notes put into the index in ${taken}\n`);
  return { agentId: agent.id, entryId: ids[Math.floor(entries / 2)] ?? "", day };
}
