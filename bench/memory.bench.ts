import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { interleaved, median, ms, report } from "./support/figures";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";

const ENTRIES = 10_000;
const DAYS = 3 * 365;
const FEW = 10;

/** A memory of years is opened, listed and searched as fast as one of a day. */
export async function run(): Promise<void> {
  const runtime = mkdtempSync(join(tmpdir(), "cadau-bench-memory-"));
  process.env.RUNTIME_DIR = runtime;
  const postgres = await benchDatabase();
  const { getDb } = await import("@/lib/db/client");
  const { insertAgent } = await import("@/lib/db/queries/agents");
  const { findMemory } = await import("@/lib/db/queries/agent-memories");
  const { homeOf } = await import("@/lib/memory/home");
  const { writeEntry } = await import("@/lib/memory/front-matter");
  const { getEntry } = await import("@/lib/memory/entry-edit");
  const { listEntries, searchMemory } = await import("@/lib/memory/entry-list");
  const { getNote, listNotes } = await import("@/lib/memory/notes");
  const { syncMemory } = await import("@/lib/memory/sync");
  const db = await getDb();
  const { actor } = await makePerson("memory");

  async function seed(entries: number, days: number) {
    const { userId, workspaceId } = actor;
    const agent = await insertAgent(db, {
      id: uuidv7(),
      workspaceId,
      ownerId: userId,
      creatorId: userId,
      name: "Bench",
    });
    const home = homeOf(agent, userId);
    mkdirSync(join(home.directory, "entries"), { recursive: true });
    const ids = Array.from({ length: entries }, () => uuidv7());
    for (const [i, id] of ids.entries()) {
      const at = new Date(Date.UTC(2024, 0, 1) + i * 60_000);
      const title = `Fact ${i} about ${["tea", "trains", "Lisbon", "上海", "music"][i % 5]}`;
      const body = `What was said of matter ${i}: ${"some words of a plain sentence, ".repeat(4)}end ${i * 7}.`;
      const facts = {
        kind: "fact" as const,
        tags: [`t${i % 40}`],
        pinned: i % 500 === 0,
        source: null,
        supersededBy: null,
      };
      const text = writeEntry({ id, title, body, created: at, updated: at, ...facts }, null);
      writeFileSync(join(home.directory, "entries", `fact-${i}.md`), text);
    }
    for (let i = 0; i < days; i++) {
      const day = new Date(Date.UTC(2024, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
      writeFileSync(join(home.directory, `${day}.md`), `# ${day}\n\n${"What was said that day. ".repeat(100)}\n`);
    }
    const started = performance.now();
    await syncMemory(home);
    for (;;) {
      const memory = await findMemory(db, home);
      if (memory?.entries === entries && memory.notes === days) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    process.stdout.write(
      `     ${entries} entries and ${days} notes put into the index in ${ms(performance.now() - started)}\n`,
    );
    return { agentId: agent.id, id: ids[Math.floor(entries / 2)] ?? "" };
  }

  try {
    const few = await seed(FEW, FEW);
    const many = await seed(ENTRIES, DAYS);
    await db.execute(sql`vacuum analyze`);
    const timed = (task: () => Promise<unknown>) => async () => {
      const started = performance.now();
      await task();
      return performance.now() - started;
    };
    const month = { from: "2024-01-01", to: "2024-01-10" };
    const of = ({ agentId, id }: typeof few) => ({
      list: timed(() => listEntries(actor, agentId, { limit: FEW })),
      open: timed(() => getEntry(actor, agentId, id)),
      notes: timed(() => listNotes(actor, agentId, month)),
      note: timed(() => getNote(actor, agentId, "2024-01-05")),
      search: timed(() => searchMemory(actor, agentId, "lisbon plain", FEW)),
      miss: timed(() => searchMemory(actor, agentId, "nothing-of-it", FEW)),
    });
    const [a, b] = [of(few), of(many)];
    const samples = await interleaved(
      {
        ...{
          listFew: a.list,
          listMany: b.list,
          openFew: a.open,
          openMany: b.open,
          notesFew: a.notes,
          notesMany: b.notes,
        },
        ...{ noteFew: a.note, noteMany: b.note, search: b.search, miss: b.miss },
      },
      { rounds: 200, warmUp: 40 },
    );
    const at = (name: keyof typeof samples) => median(samples[name]);
    const ratio = (label: string, large: keyof typeof samples, small: keyof typeof samples) =>
      report(label, at(large) / at(small), 1.2, `${ms(at(large))} against ${ms(at(small))}`);
    ratio("list of entries, 10,000 against 10", "listMany", "listFew");
    ratio("one entry, of 10,000 against of 10", "openMany", "openFew");
    ratio("ten days of notes, of 3 years against of 10 days", "notesMany", "notesFew");
    ratio("one note, of 3 years against of 10 days", "noteMany", "noteFew");
    report("search over 10,000 entries, of 20 ms", at("search") / 20, 1, ms(at("search")));
    report("search without a hit, of 20 ms", at("miss") / 20, 1, ms(at("miss")));
  } finally {
    await postgres.stop();
    rmSync(runtime, { recursive: true, force: true });
  }
}
