import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { removeAgent, removeGoneAgents } from "@/lib/agents/remove";
import { purgeDeleted } from "@/lib/chat/purge-deleted";
import { getDb } from "@/lib/db/client";
import { eraseAccount } from "@/lib/db/queries/account-removal";
import { findMemory, markMemory } from "@/lib/db/queries/agent-memories";
import { users } from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { homeOf, withMemory } from "./home";
import { appendToNote, saveNote } from "./notes";
import { purgeMemories } from "./remove";

beforeAll(async () => {
  await freshDatabase();
});

test("a memory goes with its files and rows; that of another with the same agent stays", async () => {
  const owner = await makeActor();
  const other = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
  const agent = await makeAgent(owner, { visibility: "workspace" });
  const [own, theirs] = [homeOf(agent, owner.userId), homeOf(agent, other.userId)];
  for (const actor of [owner, other]) await saveNote(actor, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
  const db = await getDb();
  await markMemory(db, own);
  const late = saveNote(owner, agent.id, "2026-03-03", { text: "late", baseHash: null });
  await expect(late).rejects.toMatchObject({ code: "not_found" });
  expect(await purgeMemories()).toBe(1);
  expect(existsSync(own.directory)).toBe(false);
  expect(existsSync(join(theirs.directory, "2026-03-02.md"))).toBe(true);
  await markMemory(db, theirs);
  await purgeMemories();
  expect(existsSync(join(dirname(own.directory)))).toBe(false);
});

test("where a link stands in the way, what it leads to stays", async () => {
  const actor = await makeActor();
  const agent = await makeAgent(actor);
  const home = homeOf(agent, actor.userId);
  await saveNote(actor, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
  const outside = join(process.env.DATA_DIR ?? "", "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "kept.md"), "kept");
  symlinkSync(outside, join(home.directory, "entries"));
  await markMemory(await getDb(), home);
  await purgeMemories();
  expect(existsSync(home.directory)).toBe(false);
  expect(existsSync(join(outside, "kept.md"))).toBe(true);
});

test("with an account its memories go, and the account only after them", async () => {
  const actor = await makeActor();
  const agent = await makeAgent(actor);
  const home = homeOf(agent, actor.userId);
  await saveNote(actor, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
  const db = await getDb();
  await db.transaction((tx) => eraseAccount(tx, actor.userId));
  await purgeDeleted();
  expect(existsSync(home.directory)).toBe(false);
  expect(await findMemory(db, home)).toBeUndefined();
  expect(await db.$count(users, eq(users.id, actor.userId))).toBe(0);
});

test("what began before an agent was deleted with its memory brings neither files nor rows back", async () => {
  const actor = await makeActor();
  const agent = await makeAgent(actor);
  const home = homeOf(agent, actor.userId);
  await saveNote(actor, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
  await removeAgent(actor, agent.id, { memory: "delete" });
  const late = () => withMemory(home, (tx) => appendToNote(tx, home, "2026-03-03", { marker: "late", text: "late" }));
  await expect(late()).rejects.toMatchObject({ code: "not_found" });
  await purgeMemories();
  // As does an import, which writes in several transactions.
  await expect(late()).rejects.toMatchObject({ code: "not_found" });
  await removeGoneAgents();
  await expect(late()).rejects.toMatchObject({ code: "not_found" });
  expect(existsSync(home.directory)).toBe(false);
  expect(await findMemory(await getDb(), home)).toBeUndefined();
});
