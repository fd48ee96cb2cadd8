import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { actorFromRequest } from "@/lib/auth/actor";
import type { Actor } from "@/lib/auth/actor-type";
import { sealSession, sessionCookie } from "@/lib/auth/session-cookie";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { createToken } from "@/lib/auth/tokens";
import { actorByEmail, createUser, isUnclaimed } from "@/lib/auth/users";
import { getDb } from "@/lib/db/client";
import { accounts, apiTokens, chatMessages, chatSessions, users, workspaceMembers, workspaces } from "@/lib/db/schema";
import { emptyDatabase } from "@/test/support/empty";
import { freshDatabase } from "@/test/support/engine";
import { makeSession } from "@/test/support/factories";
import { accountPurge, deleteAccount, purgeDeletedAccounts } from "./delete-account";

const password = "correct horse";
let ada: Actor;

beforeAll(freshDatabase);
// What a deletion goes on with in the background must not meet the next test's empty database.
afterEach(accountPurge);
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
  await purgeDeletedAccounts();
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
  await purgeDeletedAccounts();
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
  await purgeDeletedAccounts();
  const db = await getDb();
  await expect.poll(async () => [await db.$count(users), await db.$count(workspaces)]).toEqual([1, 1]);
});
