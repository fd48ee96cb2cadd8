import { existsSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { getDb } from "@/lib/db/client";
import { markMemory } from "@/lib/db/queries/agent-memories";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { createEntry, getEntry } from "./entry-edit";
import { listEntries } from "./entry-list";
import { homeOf } from "./home";
import { getNote, listNotes, saveNote } from "./notes";
import { entryPath, notePath } from "./paths";
import { purgeMemories } from "./remove";

const failing = vi.hoisted(() => new Set<string>());

/** A disk that refuses these paths: whoever runs the tests may be allowed everything. */
vi.mock("node:fs/promises", async (original) => {
  const actual = await original<typeof import("node:fs/promises")>();
  const refuse = (path: unknown) => {
    if (failing.has(String(path))) throw Object.assign(new Error(`EACCES: ${path}`), { code: "EACCES" });
  };
  return {
    ...actual,
    open: async (...given: Parameters<typeof actual.open>) => {
      refuse(given[0]);
      return await actual.open(...given);
    },
    rm: async (...given: Parameters<typeof actual.rm>) => {
      refuse(given[0]);
      return await actual.rm(...given);
    },
  };
});

beforeAll(async () => {
  await freshDatabase();
});

test("files that may not be read are shown as such, beside all others, and read again once they may", async () => {
  const actor = await makeActor();
  const agent = await makeAgent(actor);
  const home = homeOf(agent, actor.userId);
  const tea = await createEntry(actor, agent.id, { title: "Tea", body: "", kind: "fact", tags: [], pinned: false });
  await createEntry(actor, agent.id, { title: "Rain", body: "", kind: "fact", tags: [], pinned: false });
  await saveNote(actor, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
  failing.add(entryPath(home, tea.file)).add(notePath(home, "2026-03-02"));
  // Only a file that has changed is read again.
  const { utimes } = await import("node:fs/promises");
  for (const path of failing) await utimes(path, new Date(0), new Date(1_000));

  const { entries } = await listEntries(actor, agent.id, { limit: 9 });
  expect(entries.map(({ title, problem }) => [title, problem]).sort()).toEqual([
    ["Rain", null],
    [tea.file.replace(".md", ""), "unreadable"],
  ]);
  expect(await listNotes(actor, agent.id)).toMatchObject([{ day: "2026-03-02", problem: "unreadable" }]);
  expect(await getNote(actor, agent.id, "2026-03-02")).toMatchObject({ problem: "unreadable" });

  failing.clear();
  for (const path of [entryPath(home, tea.file), notePath(home, "2026-03-02")]) {
    await utimes(path, new Date(0), new Date(2_000));
  }
  await listEntries(actor, agent.id, { limit: 9 });
  expect(await getEntry(actor, agent.id, tea.id)).toMatchObject({ title: "Tea", problem: null });
  expect(await getNote(actor, agent.id, "2026-03-02")).toMatchObject({ text: "Hello", problem: null });
});

test("a memory whose files cannot be removed holds up no other, and goes once they can", async () => {
  const actor = await makeActor();
  const [first, second] = [await makeAgent(actor), await makeAgent(actor)];
  const homes = [homeOf(first, actor.userId), homeOf(second, actor.userId)] as const;
  for (const agent of [first, second]) await saveNote(actor, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
  for (const home of homes) await markMemory(await getDb(), home);
  failing.add(homes[0].directory);
  expect(await purgeMemories()).toBe(1);
  expect(homes.map(({ directory }) => existsSync(directory))).toEqual([true, false]);
  failing.clear();
  expect(await purgeMemories()).toBe(1);
  expect(existsSync(homes[0].directory)).toBe(false);
});
