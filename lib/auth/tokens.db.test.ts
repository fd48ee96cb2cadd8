import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { getDb } from "@/lib/db/client";
import { apiTokens, auditLog, workspaceMembers } from "@/lib/db/schema/accounts";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { actorFromRequest } from "./actor";
import type { Actor } from "./actor-type";
import { sealSession, sessionCookie } from "./session-cookie";
import { bearerToken, createToken, listTokens, revokeToken } from "./tokens";

let actor: Actor;
beforeAll(async () => {
  await freshDatabase();
  actor = await makeActor({ locale: "en", timeZone: "UTC" });
});

const asks = (authorization: string | null, cookie?: string) =>
  actorFromRequest(
    new Request("http://localhost/api/v1/chat/sessions", {
      headers: { ...(authorization !== null && { authorization }), ...(cookie && { cookie }) },
    }),
  );
const cookieOf = async (user: Actor, epoch = 0) =>
  `${sessionCookie().name}=${await sealSession({ userId: user.userId, epoch })}`;

test("a token acts for its maker, within its scopes, and only its hash is kept", async () => {
  const { id, token } = await createToken(actor, { name: "script", scopes: ["read"] });
  expect(token).toMatch(/^cad_[\w-]{43}$/);
  expect(await asks(`Bearer ${token}`)).toEqual({ ...actor, scopes: ["read"] });
  const rows = await (await getDb()).select().from(apiTokens).where(eq(apiTokens.id, id));
  expect(JSON.stringify(rows)).not.toContain(token.slice(4, -4));
  expect(rows[0]?.hint).toBe(token.slice(-4));
});

test("a revoked token is nobody at once, and revoking it again is not found", async () => {
  const { id, token } = await createToken(actor, { name: "script", scopes: ["read", "write"] });
  await revokeToken(actor, id);
  expect(await asks(`Bearer ${token}`)).toBeNull();
  await expect(revokeToken(actor, id)).rejects.toMatchObject({ code: "not_found" });
});

test("somebody else's token is neither listed nor revoked, and answers like an unknown one", async () => {
  const other = await makeActor({ workspaceId: actor.workspaceId, role: "admin" });
  const { id, token } = await createToken(actor, { name: "mine", scopes: ["read"] });
  expect(await listTokens(other)).toEqual([]);
  for (const unknown of [id, "0198d3a0-0000-7000-8000-00000000dead", "no id", ""]) {
    await expect(revokeToken(other, unknown)).rejects.toMatchObject({ code: "not_found", details: { kind: "token" } });
  }
  expect(await asks(`Bearer ${token}`)).not.toBeNull();
});

test("an expired token is nobody", async () => {
  const { id, token } = await createToken(actor, {
    name: "soon",
    scopes: ["read"],
    expiresAt: new Date(Date.now() + 60_000),
  });
  expect(await asks(`Bearer ${token}`)).not.toBeNull();
  const db = await getDb();
  await db
    .update(apiTokens)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(apiTokens.id, id));
  expect(await asks(`Bearer ${token}`)).toBeNull();
  await expect(
    createToken(actor, { name: "past", scopes: ["read"], expiresAt: new Date(Date.now() - 1) }),
  ).rejects.toMatchObject({ code: "invalid_input" });
});

test("the token of someone who left the workspace is nobody", async () => {
  const member = await makeActor({ workspaceId: actor.workspaceId, role: "member" });
  const { token } = await createToken(member, { name: "left", scopes: ["read"] });
  await (await getDb()).delete(workspaceMembers).where(eq(workspaceMembers.userId, member.userId));
  expect(await asks(`Bearer ${token}`)).toBeNull();
});

test("a wrong token is nobody even beside a good cookie; another scheme is left to whoever it is for", async () => {
  const cookie = await cookieOf(actor);
  const { token } = await createToken(actor, { name: "script", scopes: ["read"] });
  expect(await asks(null, cookie)).toEqual(actor);
  expect(await asks("Basic dXNlcjpwYXNz", cookie)).toEqual(actor);
  const wrong = [
    "Bearer",
    "Bearer ",
    "bearer x",
    `Bearer ${token}x`,
    `Bearer ${token} x`,
    `Bearer cad_${"x".repeat(43)}`,
    `Bearer ${token.toUpperCase()}`,
  ];
  for (const authorization of wrong) expect(await asks(authorization, cookie)).toBeNull();
  expect(await asks(`bearer  ${token}`, cookie)).toMatchObject({ scopes: ["read"] });
});

test("a header that holds no bearer token is read as such", () => {
  expect(bearerToken(null)).toEqual({ present: false });
  expect(bearerToken("")).toEqual({ present: false });
  expect(bearerToken("Bearerx y")).toEqual({ present: false });
  expect(bearerToken("Bearer nonsense")).toEqual({ present: true, token: null });
});

test("the last use is noted off the request's path, once a minute", async () => {
  const { id, token } = await createToken(actor, { name: "often", scopes: ["read"] });
  const db = await getDb();
  const lastUse = async () => (await db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  await asks(`Bearer ${token}`);
  await vi.waitUntil(lastUse, 20_000);
  const first = await lastUse();
  await Promise.all(Array.from({ length: 5 }, () => asks(`Bearer ${token}`)));
  expect(await lastUse()).toEqual(first);
  await db
    .update(apiTokens)
    .set({ lastUsedAt: new Date(Date.now() - 61_000) })
    .where(eq(apiTokens.id, id));
  await asks(`Bearer ${token}`);
  await vi.waitUntil(async () => ((await lastUse())?.getTime() ?? 0) > Date.now() - 30_000, 20_000);
});

test("names and scopes are checked", async () => {
  const refused = (input: object) =>
    createToken(actor, { name: "x", scopes: ["read"], ...input }).catch((error: unknown) => error);
  expect(await refused({ name: "  " })).toMatchObject({ code: "invalid_input" });
  expect(await refused({ name: "x".repeat(101) })).toMatchObject({ code: "invalid_input" });
  expect(await refused({ name: "a\u0000b" })).toMatchObject({ code: "invalid_input" });
  expect(await refused({ scopes: [] })).toMatchObject({ code: "invalid_input" });
  expect(await refused({ scopes: ["admin"] })).toMatchObject({ code: "invalid_input" });
});

test("making and revoking stand in the audit log, the token does not", async () => {
  const { id, token } = await createToken(actor, { name: "watched", scopes: ["read"] });
  await revokeToken(actor, id);
  const rows = await (await getDb()).select().from(auditLog).where(eq(auditLog.target, id));
  expect(rows.map((row) => row.action).sort()).toEqual(["token.created", "token.revoked"]);
  expect(JSON.stringify(rows)).not.toContain(token);
});
