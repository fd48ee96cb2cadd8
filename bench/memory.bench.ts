import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "@playwright/test";
import { sql } from "drizzle-orm";
import { signInOverHttp } from "@/e2e/support/accounts";
import { interleaved, median, ms, report } from "./support/figures";
import { timedGet } from "./support/http";
import { makePerson, PASSWORD } from "./support/person";
import { benchDatabase } from "./support/product-database";
import { type SeededMemory, seedMemory } from "./support/seed-memory";
import { startProduct } from "./support/servers";

const ENTRIES = 10_000;
const DAYS = 3 * 365;
const FEW = 10;

/** A memory of years is opened, listed, searched and recalled as fast as one of a day. */
export async function run(): Promise<void> {
  const runtime = mkdtempSync(join(tmpdir(), "cadau-bench-memory-"));
  process.env.RUNTIME_DIR = runtime;
  const postgres = await benchDatabase();
  const { getDb } = await import("@/lib/db/client");
  const db = await getDb();
  const { actor, email } = await makePerson("memory");
  try {
    const few = await seedMemory(actor, FEW, FEW);
    const many = await seedMemory(actor, ENTRIES, DAYS);
    await db.execute(sql`vacuum analyze`);
    await calls({ few, many });
    await pages({ few, many });
  } finally {
    await postgres.stop();
    rmSync(runtime, { recursive: true, force: true });
  }

  async function calls({ few, many }: { few: SeededMemory; many: SeededMemory }) {
    const { promptOf } = await import("@/lib/context/payload/agent-prompt");
    const { recalled } = await import("@/lib/memory/recall");
    const { getEntry } = await import("@/lib/memory/entry-edit");
    const { listEntries, searchMemory } = await import("@/lib/memory/entry-list");
    const { findInMemory } = await import("@/lib/memory/search");
    const { getNote } = await import("@/lib/memory/notes");
    const timed = (task: () => Promise<unknown>) => async () => {
      const started = performance.now();
      await task();
      return performance.now() - started;
    };
    const of = ({ agentId, entryId, day }: SeededMemory) => {
      const talk = { agentId, userId: actor.userId, runesPerToken: null };
      return {
        list: timed(() => listEntries(actor, agentId, { limit: FEW })),
        open: timed(() => getEntry(actor, agentId, entryId)),
        note: timed(() => getNote(actor, agentId, day)),
        recall: timed(() => recalled(db, talk, 1_000_000)),
        prompt: timed(() => promptOf(db, talk, { windowTokens: 200_000, rememberedTokens: null, taughtFactor: null })),
        search: timed(() => searchMemory(actor, agentId, "lisbon plain", FEW)),
        found: timed(() => findInMemory(actor, agentId, "what was said of lisbon", FEW)),
        miss: timed(() => searchMemory(actor, agentId, "nothing-of-it", FEW)),
      };
    };
    const [a, b] = [of(few), of(many)];
    const samples = await interleaved(
      {
        ...{ listFew: a.list, listMany: b.list, openFew: a.open, openMany: b.open, noteFew: a.note, noteMany: b.note },
        ...{ recall: b.recall, promptFew: a.prompt, prompt: b.prompt, search: b.search, found: b.found, miss: b.miss },
      },
      { rounds: 200, warmUp: 40 },
    );
    const at = (name: keyof typeof samples) => median(samples[name]);
    const ratio = (label: string, large: keyof typeof samples, small: keyof typeof samples) =>
      report(label, at(large) / at(small), 1.2, `${ms(at(large))} against ${ms(at(small))}`);
    ratio("ten entries, of 10,000 against of 10", "listMany", "listFew");
    ratio("one entry, of 10,000 against of 10", "openMany", "openFew");
    ratio("one note, of 3 years against of 10 days", "noteMany", "noteFew");
    report("the block of the prompt from 10,000 entries, of 5 ms", at("recall") / 5, 1, ms(at("recall")));
    report(
      "the whole prompt with a look at the files, of 5 ms",
      at("prompt") / 5,
      1,
      `${ms(at("prompt"))}, ${ms(at("promptFew"))} of 10 entries`,
    );
    report("search over 10,000 entries, of 20 ms", at("search") / 20, 1, ms(at("search")));
    report("search of entries and notes by terms, of 20 ms", at("found") / 20, 1, ms(at("found")));
    report("search without a hit, of 20 ms", at("miss") / 20, 1, ms(at("miss")));
  }

  /** The pages as a server that was just asked for them renders them. */
  async function pages({ few, many }: { few: SeededMemory; many: SeededMemory }) {
    const product = await startProduct({ DATABASE_URL: postgres.url, RUNTIME_DIR: runtime });
    try {
      const browser = await request.newContext();
      await signInOverHttp(browser, product.url, { email, password: PASSWORD });
      const { cookies } = await browser.storageState();
      const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
      const get = (path: string) => () => timedGet(`${product.url}${path}`, headers);
      const of = ({ agentId, entryId, day }: SeededMemory) => ({
        home: get(`/agents/${agentId}`),
        entries: get(`/agents/${agentId}/entries`),
        entry: get(`/agents/${agentId}/entries/${entryId}`),
        notes: get(`/agents/${agentId}/notes`),
        day: get(`/agents/${agentId}/notes?day=${day}`),
        settings: get(`/agents/${agentId}/settings`),
      });
      const [a, b] = [of(few), of(many)];
      for (const name of Object.keys(a) as (keyof typeof a)[]) {
        const samples = await interleaved({ few: a[name], many: b[name] }, { rounds: 60, warmUp: 10 });
        const [large, small] = [median(samples.many), median(samples.few)];
        report(`the page “${name}”, large against small`, large / small, 1.2, `${ms(large)} against ${ms(small)}`);
      }
    } finally {
      await product.stop();
    }
  }
}
