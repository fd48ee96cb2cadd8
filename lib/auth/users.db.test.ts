import { eq, ne } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { insertMember, insertWorkspace } from "@/lib/db/queries/workspaces";
import { users, workspaceMembers, workspaces } from "@/lib/db/schema/accounts";
import { emptyDatabase } from "@/test/support/empty";
import { freshDatabase } from "@/test/support/engine";
import { actorByEmail, createUser, isUnclaimed, signUp } from "./users";

const person = (n: number | string) => ({
  email: `person${n}@example.org`,
  password: "correct horse",
  name: `Person ${n}`,
});

beforeAll(freshDatabase);
beforeEach(async () => {
  await emptyDatabase();
  config().CADAU_SIGN_UP = "open";
});

test("the first account owns a workspace named after its person, later ones are its members", async () => {
  expect(await isUnclaimed()).toBe(true);
  await createUser(person(1));
  await createUser(person(2));
  expect(await isUnclaimed()).toBe(false);
  const [first, second] = [await actorByEmail("person1@example.org"), await actorByEmail("PERSON2@example.org ")];
  expect([first?.role, second?.role]).toEqual(["owner", "member"]);
  expect(second?.workspaceId).toBe(first?.workspaceId);
  const [workspace] = await (await getDb()).select().from(workspaces);
  expect(workspace?.name).toBe("Person 1’s workspace");
});

test("where the first workspace is gone, a new account makes another and comes into nobody’s own", async () => {
  await createUser(person(1));
  await createUser(person(2));
  const second = await actorByEmail("person2@example.org");
  const db = await getDb();
  const own = await insertWorkspace(db, { name: "A circle of its own" });
  await insertMember(db, own, second?.userId ?? "", "owner");
  await db.delete(workspaceMembers).where(ne(workspaceMembers.workspaceId, own));
  config().CADAU_SIGN_UP = "closed";
  await expect(signUp(person(3), "192.0.2.1")).rejects.toMatchObject({ code: "sign_up_closed" });
  config().CADAU_SIGN_UP = "open";
  await createUser(person(4));
  await createUser(person(5));
  const [fourth, fifth] = [await actorByEmail("person4@example.org"), await actorByEmail("person5@example.org")];
  expect([fourth?.role, fifth?.role]).toEqual(["owner", "member"]);
  expect(fifth?.workspaceId).toBe(fourth?.workspaceId);
  expect(fourth?.workspaceId).not.toBe(own);
});

test("ten first sign-ups at once make one owner of one workspace", async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => createUser(person(n))));
  const db = await getDb();
  const members = await db.select().from(workspaceMembers);
  expect(members).toHaveLength(10);
  expect(members.filter((member) => member.role === "owner")).toHaveLength(1);
  expect(await db.select().from(workspaces)).toHaveLength(1);
});

test("five sign-ups at once with one e-mail make one account", async () => {
  const results = await Promise.allSettled(
    ["A@example.org", "a@example.org", " a@example.org", "a@EXAMPLE.org", "a@example.org "].map((email) =>
      createUser({ ...person(1), email }),
    ),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "email_taken" });
  }
  expect(await (await getDb()).select().from(users)).toHaveLength(1);
});

test("while sign-up is closed only the first account is possible, even when several ask at once", async () => {
  config().CADAU_SIGN_UP = "closed";
  const results = await Promise.allSettled([1, 2, 3].map((n) => signUp(person(n), "192.0.2.1")));
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  await expect(signUp(person(4), "192.0.2.1")).rejects.toMatchObject({ code: "sign_up_closed" });
  // An operator still can.
  await createUser(person(5));
});

test("sign-ups are counted an address", async () => {
  const max = 2 * config().RATE_LIMIT_SIGN_IN;
  await createUser(person("taken"));
  for (let n = 0; n < max; n++) {
    await expect(signUp(person("taken"), "192.0.2.7")).rejects.toMatchObject({ code: "email_taken" });
  }
  await expect(signUp(person(2), "192.0.2.7")).rejects.toMatchObject({ code: "rate_limited" });
  await signUp(person(2), "192.0.2.8");
});

test("what cannot be kept is refused with its path", async () => {
  const refused = (changes: object) => createUser({ ...person(1), ...changes }).catch((error: unknown) => error);
  const issue = (path: string, message: string) => ({
    code: "invalid_input",
    details: { issues: [{ path, message }] },
  });
  expect(await refused({ password: "1234567" })).toMatchObject(issue("password", "password_short"));
  expect(await refused({ password: "x".repeat(201) })).toMatchObject(issue("password", "too_long"));
  expect(await refused({ password: "nul\u0000nul-nul" })).toMatchObject(issue("password", "not_storable"));
  expect(await refused({ password: "lone \ud800 one" })).toMatchObject(issue("password", "not_storable"));
  expect(await refused({ email: "nobody" })).toMatchObject(issue("email", "email"));
  expect(await refused({ email: "a\u0000@example.org" })).toMatchObject(issue("email", "email"));
  expect(await refused({ name: "   " })).toMatchObject(issue("name", "required"));
  expect(await refused({ timeZone: "Mars/Olympus" })).toMatchObject(issue("timeZone", "time_zone"));
  expect(await (await getDb()).select().from(users)).toEqual([]);
});

test("e-mails are kept trimmed and in lower case, passwords as argon2id", async () => {
  const { userId } = await createUser({
    ...person(1),
    email: "  Ada@Example.ORG ",
    locale: "zh-CN",
    timeZone: "Asia/Shanghai",
  });
  const [row] = await (await getDb()).select().from(users).where(eq(users.id, userId));
  expect(row).toMatchObject({ email: "ada@example.org", locale: "zh-CN", timeZone: "Asia/Shanghai" });
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
