import { beforeAll, beforeEach, expect, test } from "vitest";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { insertIdentity } from "@/lib/db/queries/accounts";
import { updateUser } from "@/lib/db/queries/users";
import { emptyDatabase } from "@/test/support/empty";
import { freshDatabase } from "@/test/support/engine";
import { actorFromRequest } from "./actor";
import type { Actor } from "./actor-type";
import { readProfile, updateProfile } from "./profile";
import { changePassword, disconnectProvider, provesPerson, resetPassword, signOutEverywhere, waysIn } from "./security";
import { type SessionClaims, sealSession, sessionCookie } from "./session-cookie";
import { signInWithPassword } from "./sign-in";
import { createToken } from "./tokens";
import { actorByEmail, createUser } from "./users";

const email = "ada@example.org";
const password = "correct horse";
let actor: Actor;

beforeAll(freshDatabase);
beforeEach(async () => {
  await emptyDatabase();
  config().RATE_LIMIT_SIGN_IN = 3;
  await createUser({ email, password, name: "Ada" });
  actor = await ada();
});

async function ada(): Promise<Actor> {
  const found = await actorByEmail(email);
  if (!found) throw new Error("Ada is missing");
  return found;
}
const signIn = (word = password) => signInWithPassword({ email, password: word }, "192.0.2.1");
const visits = async (claims: SessionClaims) => {
  const cookie = `${sessionCookie().name}=${await sealSession(claims)}`;
  return actorFromRequest(new Request("http://localhost/", { headers: { cookie } }));
};
const session = async () => {
  const claims = await signIn();
  if (!claims) throw new Error("Ada could not sign in");
  return claims;
};

test("signing out everywhere ends the sessions of all browsers at once; tokens go on", async () => {
  const [here, there] = [await session(), await session()];
  const { token } = await createToken(actor, { name: "script", scopes: ["read"] });
  expect(await visits(there)).toEqual(actor);
  await signOutEverywhere(actor);
  expect(await visits(here)).toBeNull();
  expect(await visits(there)).toBeNull();
  expect(await visits(await session())).toEqual(actor);
  const byToken = new Request("http://localhost/", { headers: { authorization: `Bearer ${token}` } });
  expect(await actorFromRequest(byToken)).not.toBeNull();
});

test("a changed password ends every session but the one that goes on, and is the only one that fits", async () => {
  const before = await session();
  const after = await changePassword(actor, { current: password, next: "battery staple" });
  expect(await visits(before)).toBeNull();
  expect(after && (await visits(after))).toEqual(actor);
  expect(await signIn(password)).toBeNull();
  expect(await signIn("battery staple")).not.toBeNull();
});

test("the current password must be right, and guessing it is counted", async () => {
  expect(await changePassword(actor, { current: "wrong", next: "battery staple" })).toBeNull();
  expect(await changePassword(actor, { next: "battery staple" })).toBeNull();
  expect(await provesPerson(actor, { password: "wrong" })).toBe(false);
  await expect(changePassword(actor, { current: password, next: "battery staple" })).rejects.toMatchObject({
    code: "rate_limited",
  });
  await expect(changePassword(actor, { current: password, next: "short" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await signIn()).not.toBeNull();
});

test("of two changes at once one is made, and its session holds", async () => {
  const outcomes = await Promise.all(
    ["first password", "second password"].map((next) => changePassword(actor, { current: password, next })),
  );
  const made = outcomes.filter((claims) => claims !== null);
  expect(made).toHaveLength(1);
  expect(made[0] && (await visits(made[0]))).toEqual(actor);
  const fitting = [await signIn("first password"), await signIn("second password")].filter((claims) => claims !== null);
  expect(fitting).toHaveLength(1);
});

test("who signs in through a provider only sets a password without giving one", async () => {
  await updateUser(await getDb(), actor.userId, { passwordHash: null });
  expect(await waysIn(actor)).toEqual({ email, hasPassword: false, providers: [] });
  expect(await changePassword(actor, { next: "battery staple" })).not.toBeNull();
  expect(await signIn("battery staple")).not.toBeNull();
});

test("the last way in stays", async () => {
  const db = await getDb();
  await insertIdentity(db, actor.userId, { provider: "github", subject: "1" });
  await insertIdentity(db, actor.userId, { provider: "oidc", subject: "2" });
  expect((await waysIn(actor)).providers.sort()).toEqual(["github", "oidc"]);
  await updateUser(db, actor.userId, { passwordHash: null });
  const outcomes = await Promise.all([disconnectProvider(actor, "github"), disconnectProvider(actor, "oidc")]);
  expect(outcomes.sort()).toEqual([false, true]);
  expect((await waysIn(actor)).providers).toHaveLength(1);
});

test("a profile is changed in the parts that are given", async () => {
  await updateProfile(actor, { locale: "zh-CN" });
  await updateProfile(actor, { name: " Ada L. ", theme: "dark", timeZone: "Asia/Shanghai" });
  expect(await readProfile(actor)).toEqual({
    email,
    name: "Ada L.",
    locale: "zh-CN",
    theme: "dark",
    timeZone: "Asia/Shanghai",
  });
  await expect(updateProfile(actor, { timeZone: "Mars/Olympus" })).rejects.toMatchObject({ code: "invalid_input" });
  await updateProfile(actor, {});
  expect(await ada()).toMatchObject({ locale: "zh-CN", timeZone: "Asia/Shanghai" });
});

test("a password that an operator sets opens the account again, and what was open closes; tokens go on", async () => {
  const before = await session();
  const { token } = await createToken(actor, { name: "script", scopes: ["read"] });
  await expect(resetPassword(actor, "short")).rejects.toMatchObject({ code: "invalid_input" });
  expect(await visits(before)).toEqual(actor);
  await resetPassword(actor, "another horse");
  expect(await visits(before)).toBeNull();
  expect(await signIn()).toBeNull();
  expect(await visits((await signIn("another horse")) ?? { userId: "", epoch: -1 })).toEqual(actor);
  const bearer = new Request("http://localhost/", { headers: { authorization: `Bearer ${token}` } });
  expect(await actorFromRequest(bearer)).toMatchObject({ userId: actor.userId });
});
