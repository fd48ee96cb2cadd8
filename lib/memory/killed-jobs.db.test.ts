import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { truncate } from "@/lib/chat/truncate";
import { closeDatabase, getDb } from "@/lib/db/client";
import type { JobKind } from "@/lib/db/schema/agents";
import { engine, freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { memoryProcesses } from "@/test/support/memory-processes";
import { filesIn, memorySnapshot, type Snapshot } from "@/test/support/memory-snapshot";
import { doTalkWork, type TalkWork } from "@/test/support/memory-talk-work";
import { dayIn } from "./day";
import { createEntry } from "./entry-edit";
import { homeOf, type MemoryHome, withMemory } from "./home";
import { listFiles } from "./listing";
import { appendToNote } from "./notes";
import { syncMemory } from "./sync";

// Real processes that are killed with SIGKILL after each step of what a conversation does to a memory: each call of the
// file system, each statement that writes. Then the same is done again, and comes to the same end as if nothing had
// happened. Unless EVERY_KILL is set only every so many-th step is tried, and on the embedded engine, where a start costs
// seconds, of one kind of work only.

const EMBEDDED = engine === "pglite";
const BRIEF = process.env.EVERY_KILL === undefined;
const STRIDE = !BRIEF ? 1 : EMBEDDED ? 12 : 4;

let run: Awaited<ReturnType<typeof memoryProcesses>>;
beforeAll(async () => {
  await freshDatabase();
  run = await memoryProcesses(engine);
});

type World = { home: MemoryHome; work: TalkWork };
/** What is there in the end: messages in notes, those of them that are struck, entries with how often each was changed. */
type End = { archived: number; struck: number; entries: Record<string, number>; jobs: JobKind[] };

const TALK = ["u: I moved to Porto.", "a: Nice!", "u: I love green tea with lemon.", "a: Noted."];

/** An agent whose memory has a note and an entry already, and a conversation with it. */
async function makeWorld() {
  const actor = await makeActor();
  const agent = await makeAgent(actor, { model: "offline:cadau", configJson: { memory_auto_append: true } });
  const { sessionId, messages } = await makeSession(actor, TALK, { agentId: agent.id, title: "Moving" });
  const home = homeOf(agent, actor.userId);
  const section = { marker: "By hand", text: "By hand: bought milk." };
  await withMemory(home, (tx) => appendToNote(tx, home, dayIn("UTC", new Date()), section));
  const given = { title: "Home", body: "I live in Lisbon.", tags: [], pinned: false };
  const entry = await createEntry(actor, agent.id, { ...given, kind: "fact" });
  return { home, messages, entry, talk: { actor, agentId: agent.id, sessionId } };
}

const prepare: Record<TalkWork["do"], () => Promise<World>> = {
  flush: async () => {
    const { home, talk } = await makeWorld();
    return { home, work: { ...talk, do: "flush", toSeq: 4 } };
  },
  "auto-append": async () => {
    const { home, talk, messages } = await makeWorld();
    return { home, work: { ...talk, do: "auto-append", turn: messages.slice(2) } };
  },
  say: async () => {
    const { home, talk } = await makeWorld();
    const text = "Remember that I live in Porto now.";
    return { home, work: { ...talk, do: "say", messageId: uuidv7(), seq: 5, text } };
  },
  keep: async () => {
    const { home, talk, messages } = await makeWorld();
    return { home, work: { ...talk, do: "keep", messageId: messages[2]?.id ?? "", text: "Loves green tea." } };
  },
  cut: async () => {
    const { home, talk, messages } = await makeWorld();
    await doTalkWork({ ...talk, do: "flush", toSeq: 4 });
    return { home, work: { ...talk, do: "cut", messageId: messages[2]?.id ?? "" } };
  },
  "put back": async () => {
    const { home, talk, messages } = await makeWorld();
    await doTalkWork({ ...talk, do: "flush", toSeq: 4 });
    const cut = { sessionId: talk.sessionId, messageId: messages[2]?.id ?? "" };
    const { truncation_id } = await truncate(talk.actor, cut);
    await doTalkWork({ ...talk, do: "flush", toSeq: 2 });
    return { home, work: { ...talk, do: "put back", truncationId: truncation_id } };
  },
  edit: async () => {
    const { home, talk, entry } = await makeWorld();
    return { home, work: { ...talk, do: "edit", entryId: entry.id, body: "I live in Braga." } };
  },
};

const EXTRACTED = { "I live in Lisbon.": 2, "I moved to Porto.": 1, "I love green tea with lemon.": 1 };
const ENDS: Record<TalkWork["do"], End> = {
  flush: { archived: 4, struck: 0, entries: EXTRACTED, jobs: ["flush", "extract"] },
  "auto-append": { archived: 2, struck: 0, entries: { "I live in Lisbon.": 1 }, jobs: ["append"] },
  say: { archived: 0, struck: 0, entries: { "I live in Lisbon.": 2, "I live in Porto now.": 1 }, jobs: ["remember"] },
  keep: { archived: 0, struck: 0, entries: { "I live in Lisbon.": 1, "Loves green tea.": 1 }, jobs: [] },
  cut: { archived: 4, struck: 2, entries: EXTRACTED, jobs: ["flush", "extract", "strike"] },
  "put back": { archived: 4, struck: 0, entries: EXTRACTED, jobs: ["flush", "extract", "strike", "strike"] },
  edit: { archived: 0, struck: 0, entries: { "I live in Braga.": 2 }, jobs: [] },
};

function endOf({ notes, entries, jobs }: Snapshot): End {
  const note = notes.join("\n");
  return {
    archived: note.split("cadau:message").length - 1,
    struck: note.split("> ~~").length - 1,
    entries: Object.fromEntries(entries.map(({ body, changes }) => [body, changes])),
    jobs: jobs.map(({ kind }) => kind),
  };
}

/** In a process of its own, which alone has the embedded database meanwhile. */
async function elsewhere(work: TalkWork, killAfter: number): Promise<"over" | "killed"> {
  if (EMBEDDED) await closeDatabase();
  return await run({ work, killAfter });
}

/** As the next start finds it: what the killed process had claimed is free, here without waiting for its lease. */
async function goOn(work: TalkWork): Promise<void> {
  const lapse = sql`update memory_jobs set lease_until = now() - interval '1 second' where owner is not null`;
  await (await getDb()).execute(lapse);
  await doTalkWork(work);
}

/** Every file is what it was before, or what it is in the end. */
function expectWhole(found: Map<string, string>, before: Map<string, string>, after: Map<string, string>): void {
  for (const [name, text] of found) expect([before.get(name), after.get(name)]).toContain(text);
  for (const name of before.keys()) expect([...found.keys()]).toContain(name);
}

/** Kills it at every so many-th step from `first` on. Answers what came of each, and how it is where nothing happened. */
async function killEverywhere(name: TalkWork["do"], first: number) {
  const repaired: Snapshot[] = [];
  for (let step = first; ; step += STRIDE) {
    const { home, work } = await prepare[name]();
    const before = filesIn(home);
    const outcome = await elsewhere(work, step);
    if (outcome === "killed") {
      const found = filesIn(home);
      // Somebody may read it before it is gone on with.
      if (repaired.length % 2 === 0) await syncMemory(home);
      await goOn(work);
      await syncMemory(home);
      expectWhole(found, before, filesIn(home));
    }
    expect((await listFiles(home)).leftovers).toBe(false);
    const end = await memorySnapshot(home);
    if (outcome === "over") return { repaired, undisturbed: end };
    repaired.push(end);
  }
}

const ALL: TalkWork["do"][] = ["flush", "auto-append", "say", "keep", "cut", "put back", "edit"];

test("a process killed at any step of what goes into a memory loses nothing, and nothing is done twice", async ({
  annotate,
}) => {
  let kills = 0;
  for (const [place, name] of (BRIEF && EMBEDDED ? (["flush"] as const) : ALL).entries()) {
    const { repaired, undisturbed } = await killEverywhere(name, BRIEF ? (place % 4) + 1 : 1);
    expect(endOf(undisturbed)).toEqual(ENDS[name]);
    for (const end of repaired) expect(end, name).toEqual(undisturbed);
    kills += repaired.length;
  }
  await annotate(`${kills} processes killed`);
  expect(kills).toBeGreaterThanOrEqual(BRIEF ? (EMBEDDED ? 4 : 35) : 150);
}, 1_200_000);
