import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteKeptMemory, listKeptMemories } from "@/lib/agents/remove";
import { updateAgent } from "@/lib/agents/update";
import { actorFromRequest } from "@/lib/auth/actor";
import type { Actor } from "@/lib/auth/actor-type";
import { sealSession, sessionCookie } from "@/lib/auth/session-cookie";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { createToken } from "@/lib/auth/tokens";
import { actorByEmail, createUser, isUnclaimed } from "@/lib/auth/users";
import { getDb } from "@/lib/db/client";
import {
  accounts,
  agents,
  apiTokens,
  chatMessages,
  chatSessions,
  users,
  workspaceMembers,
  workspaces,
} from "@/lib/db/schema";
import { createEntry } from "@/lib/memory/entry-edit";
import { listEntries } from "@/lib/memory/entry-list";
import { homeOf } from "@/lib/memory/home";
import { saveNote } from "@/lib/memory/notes";
import { requireKeptHome } from "@/lib/memory/remove";
import { invite, openInvitation } from "@/lib/workspaces/invitations";
import { leaveWorkspace } from "@/lib/workspaces/members";
import { emptyDatabase } from "@/test/support/empty";
import { freshDatabase } from "@/test/support/engine";
import { makeAgent, makeSession } from "@/test/support/factories";
import { deleteAccount } from "./delete-account";
import { purgeDeleted, purgingDone } from "./purge-deleted";

const password = "correct horse";
let ada: Actor;

beforeAll(freshDatabase);
// What a deletion goes on with in the background must not meet the next test's empty database.
afterEach(purgingDone);
beforeEach(async () => {
  await emptyDatabase();
  ada = await account("ada@example.org");
});

async function account(email: string): Promise<Actor> {
  await createUser({ email, password, name: email });
  const actor = await actorByEmail(email);
  if (!actor) throw new Error(`${email} is missing`);
  return actor;
}
const withPassword = { password, email: "" };

test("a deleted account lets nobody in, at once", async () => {
  const bob = await account("bob@example.org");
  const { token } = await createToken(bob, { name: "script", scopes: ["read"] });
  const cookie = `${sessionCookie().name}=${await sealSession({ userId: bob.userId, epoch: 0 })}`;
  expect(await deleteAccount(bob, withPassword)).toBe("deleted");
  expect(await actorFromRequest(new Request("http://localhost/", { headers: { cookie } }))).toBeNull();
  const authorization = `Bearer ${token}`;
  expect(await actorFromRequest(new Request("http://localhost/", { headers: { authorization } }))).toBeNull();
  expect(await signInWithPassword({ email: "bob@example.org", password }, "192.0.2.1")).toBeNull();
  expect(await actorByEmail("bob@example.org")).toBeNull();
});

test("what it shared passes to the oldest owner with everybody else's memory of it; its own agents and memories go", async () => {
  const bob = await account("bob@example.org");
  const shared = await makeAgent(bob, { visibility: "workspace" });
  const hidden = await makeAgent(bob);
  const kept = { title: "Kept", body: "Kept.", kind: "fact" as const, tags: [], pinned: false };
  for (const [actor, agent] of [
    [bob, shared],
    [bob, hidden],
    [ada, shared],
  ] as const)
    await createEntry(actor, agent.id, kept);
  await deleteAccount(bob, withPassword);
  await purgeDeleted();
  const db = await getDb();
  await expect.poll(() => db.$count(users)).toBe(1);
  const left = await db.select().from(agents);
  expect(left.map(({ id, ownerId }) => ({ id, ownerId }))).toEqual([{ id: shared.id, ownerId: ada.userId }]);
  expect((await listEntries(ada, shared.id, { limit: 10 })).entries).toHaveLength(1);
  const directories = [homeOf(shared, bob.userId), homeOf(hidden, bob.userId)].map(({ directory }) => directory);
  expect(directories.filter((directory) => existsSync(directory))).toEqual([]);
});

test("its conversations go, and those of others stay", async () => {
  const bob = await account("bob@example.org");
  await makeSession(bob, ["u: mine", "a: yours"]);
  await makeSession(
    bob,
    Array.from({ length: 50 }, (_, n) => `u: ${n}`),
  );
  const kept = await makeSession(ada, ["u: stays"]);
  await deleteAccount(bob, withPassword);
  const db = await getDb();
  // The purge that the deletion started may be at work beside this one.
  await purgeDeleted();
  await expect.poll(() => db.$count(users)).toBe(1);
  expect((await db.select().from(chatSessions)).map((session) => session.id)).toEqual([kept.sessionId]);
  expect(await db.$count(chatMessages)).toBe(1);
  expect([await db.$count(apiTokens), await db.$count(accounts), await db.$count(workspaceMembers)]).toEqual([0, 0, 1]);
});

test("a conversation that a late request begins goes too", async () => {
  const bob = await account("bob@example.org");
  await makeSession(bob, ["u: keeps the row"]);
  await deleteAccount(bob, withPassword);
  await makeSession(bob, ["u: too late"]).catch(() => "the account was gone already");
  await purgeDeleted();
  const db = await getDb();
  await expect.poll(async () => [await db.$count(users), await db.$count(chatSessions)]).toEqual([1, 0]);
});

test("the password is asked for, and a wrong one deletes nothing", async () => {
  expect(await deleteAccount(ada, { password: "wrong", email: "ada@example.org" })).toBe("not_proven");
  expect(await actorByEmail("ada@example.org")).not.toBeNull();
});

test("the only owner stays while others are there, however many ask at once", async () => {
  const bob = await account("bob@example.org");
  expect(await deleteAccount(ada, withPassword)).toBe("last_owner");
  expect(await deleteAccount(bob, withPassword)).toBe("deleted");
  expect(await deleteAccount(ada, withPassword)).toBe("deleted");
});

test("of two owners who leave at once, one stays with the others", async () => {
  const bob = await account("bob@example.org");
  await account("carol@example.org");
  const db = await getDb();
  await db.update(workspaceMembers).set({ role: "owner" }).where(eq(workspaceMembers.userId, bob.userId));
  const outcomes = await Promise.all([deleteAccount(ada, withPassword), deleteAccount(bob, withPassword)]);
  expect(outcomes.sort()).toEqual(["deleted", "last_owner"]);
});

test("after the last account is gone the next one owns a workspace of its own, with the same address", async () => {
  await makeSession(ada, ["u: old"]);
  await deleteAccount(ada, withPassword);
  expect(await isUnclaimed()).toBe(true);
  const again = await account("ada@example.org");
  expect(again).toMatchObject({ role: "owner" });
  expect(again.workspaceId).not.toBe(ada.workspaceId);
  await purgeDeleted();
  const db = await getDb();
  await expect.poll(async () => [await db.$count(users), await db.$count(workspaces)]).toEqual([1, 1]);
});

test("a workspace goes with the last one in it, also what former members have locked there", async () => {
  const bob = await account("bob@example.org");
  const locked = await makeSession(bob, ["u: locked"]);
  const { token } = await invite(ada, { role: "member", days: 7 });
  await leaveWorkspace(bob);
  expect(await deleteAccount(ada, withPassword)).toBe("deleted");
  expect(await openInvitation(token, "::1")).toBeNull();
  await purgeDeleted();
  const db = await getDb();
  await expect.poll(() => db.$count(workspaces)).toBe(0);
  expect(await db.$count(chatSessions, eq(chatSessions.id, locked.sessionId))).toBe(0);
  // The person is still there, in no workspace.
  expect((await db.select().from(users)).map(({ id }) => id)).toEqual([bob.userId]);
});

test("what others told an agent that was shared before stays theirs; its row goes with the last memory", async () => {
  const bob = await account("bob@example.org");
  const agent = await makeAgent(bob, { visibility: "workspace" });
  const note = { text: "Hello", baseHash: null };
  for (const actor of [ada, bob]) await saveNote(actor, agent.id, "2026-03-02", note);
  await updateAgent(bob, agent.id, { visibility: "private" });
  expect(await deleteAccount(bob, withPassword)).toBe("deleted");
  await purgingDone();

  const [own, theirs] = [homeOf(agent, ada.userId), homeOf(agent, bob.userId)];
  expect([existsSync(own.directory), existsSync(theirs.directory)]).toEqual([true, false]);
  expect(await listKeptMemories(ada)).toMatchObject([{ agentId: agent.id, notes: 1 }]);
  expect(await requireKeptHome(ada, agent.id)).toMatchObject({ directory: own.directory });

  await deleteKeptMemory(ada, agent.id);
  await purgeDeleted();
  const db = await getDb();
  expect(existsSync(own.directory)).toBe(false);
  expect([await db.$count(agents), await db.$count(users)]).toEqual([0, 1]);
});

test("shared agents pass to the owner who is left, and the others go", async () => {
  const bob = await account("bob@example.org");
  const shared = await makeAgent(bob, { visibility: "workspace" });
  const hidden = await makeAgent(bob);
  expect(await deleteAccount(bob, withPassword)).toBe("deleted");
  await purgeDeleted();
  const rows = await (await getDb()).select().from(agents);
  expect(rows.find(({ id }) => id === shared.id)).toMatchObject({ ownerId: ada.userId, deletedAt: null });
  expect(rows.find(({ id, deletedAt }) => id === hidden.id && deletedAt === null)).toBeUndefined();
});
