import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { accounts, users, workspaces } from "@/lib/db/schema/accounts";
import { emptyDatabase } from "@/test/support/empty";
import { freshDatabase } from "@/test/support/engine";
import { actorFromRequest } from "./actor";
import { type ProviderPerson, type Returning, signInWithProvider } from "./provider-sign-in";
import { type SessionClaims, sealSession, sessionCookie } from "./session-cookie";
import { signInWithPassword } from "./sign-in";
import { createToken } from "./tokens";
import { actorByEmail, createUser } from "./users";

const stranger: Returning = { locale: "zh-CN", timeZone: "Asia/Shanghai", connecting: null, join: null };
const ada: ProviderPerson = {
  provider: "oidc",
  subject: "ada-1",
  email: "Ada@Example.org",
  emailVerified: true,
  name: "Ada",
};
const password = "correct horse";

beforeAll(freshDatabase);
beforeEach(async () => {
  await emptyDatabase();
  config().CADAU_SIGN_UP = "open";
});

const enter = (changes: Partial<ProviderPerson> = {}, returning: Partial<Returning> = {}) =>
  signInWithProvider({ ...ada, ...changes }, { ...stranger, ...returning });
const entered = async (...given: Parameters<typeof enter>): Promise<SessionClaims> => {
  const result = await enter(...given);
  if (result.status === "refused") throw new Error(result.reason);
  return result.claims;
};
const visits = async (claims: SessionClaims) => {
  const cookie = `${sessionCookie().name}=${await sealSession(claims)}`;
  return actorFromRequest(new Request("http://localhost/", { headers: { cookie } }));
};

test("a new person gets an account, in the browser's language and time zone, and comes back to it", async () => {
  const first = await entered();
  expect(await visits(first)).toMatchObject({ role: "owner", locale: "zh-CN", timeZone: "Asia/Shanghai" });
  const [user] = await (await getDb()).select().from(users);
  expect(user).toMatchObject({ email: "ada@example.org", name: "Ada", passwordHash: null });
  expect(await entered({ email: "other@example.org", emailVerified: false, name: undefined })).toEqual(first);
});

test("five first visits of one person at once make one account and one workspace", async () => {
  const results = await Promise.all(Array.from({ length: 5 }, () => entered()));
  expect(new Set(results.map(({ userId }) => userId)).size).toBe(1);
  const db = await getDb();
  expect([await db.$count(users), await db.$count(accounts), await db.$count(workspaces)]).toEqual([1, 1, 1]);
});

test("a person without a name is called by their address", async () => {
  await entered({ name: "  " });
  const [user] = await (await getDb()).select().from(users);
  expect(user?.name).toBe("ada");
});

test("without an e-mail nobody gets in", async () => {
  for (const email of [undefined, "", "ada"]) {
    expect(await enter({ email })).toEqual({ status: "refused", reason: "email_missing" });
  }
  expect(await (await getDb()).$count(users)).toBe(0);
});

test("while sign-up is closed the first is let in, later strangers are not, those who are known are", async () => {
  config().CADAU_SIGN_UP = "closed";
  const first = await entered();
  expect(await enter({ subject: "bob", email: "bob@example.org" })).toEqual({
    status: "refused",
    reason: "sign_up_closed",
  });
  expect(await entered()).toEqual(first);
});

describe("with an account of that e-mail", () => {
  let userId: string;
  beforeEach(async () => {
    ({ userId } = await createUser({ email: "ada@example.org", password, name: "Ada" }));
  });

  test("an unconfirmed e-mail is refused and nothing changes", async () => {
    expect(await enter({ emailVerified: false })).toEqual({ status: "refused", reason: "email_unverified" });
    expect(await (await getDb()).$count(accounts)).toBe(0);
    expect(await signInWithPassword({ email: "ada@example.org", password }, "192.0.2.1")).not.toBeNull();
  });

  test("a confirmed one is that account, and whoever made it without proof is out", async () => {
    const actor = await actorByEmail("ada@example.org");
    if (!actor) throw new Error("Ada is missing");
    const squatter = { userId, epoch: 0 };
    const { token } = await createToken(actor, { name: "left behind", scopes: ["read"] });
    expect(await enter()).toEqual({
      status: "signed_in",
      claims: { userId, epoch: 1 },
      passwordRemoved: true,
      joined: false,
    });
    expect(await visits(squatter)).toBeNull();
    expect(await visits({ userId, epoch: 1 })).not.toBeNull();
    expect(await signInWithPassword({ email: "ada@example.org", password }, "192.0.2.1")).toBeNull();
    const byToken = new Request("http://localhost/", { headers: { authorization: `Bearer ${token}` } });
    expect(await actorFromRequest(byToken)).toBeNull();
    // Once only: from now on the identity is known.
    expect(await enter()).toEqual({
      status: "signed_in",
      claims: { userId, epoch: 1 },
      passwordRemoved: false,
      joined: false,
    });
  });

  test("a person who is signed in connects a provider whatever its e-mail is, and keeps the password", async () => {
    const claims = await entered({ email: "elsewhere@example.org", emailVerified: false }, { connecting: userId });
    expect(claims).toEqual({ userId, epoch: 0 });
    expect(await entered({ email: undefined })).toEqual({ userId, epoch: 0 });
    expect(await signInWithPassword({ email: "ada@example.org", password }, "192.0.2.1")).not.toBeNull();
  });

  test("an identity that is somebody's cannot be connected by another", async () => {
    const bob = await createUser({ email: "bob@example.org", password, name: "Bob" });
    await entered({}, { connecting: userId });
    expect(await enter({}, { connecting: bob.userId })).toEqual({ status: "refused", reason: "identity_in_use" });
    expect(await entered()).toMatchObject({ userId });
  });
});
