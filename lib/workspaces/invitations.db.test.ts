import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { signInWithProvider } from "@/lib/auth/provider-sign-in";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { eraseAccount } from "@/lib/db/queries/account-removal";
import { findMember, membershipsOf } from "@/lib/db/queries/workspaces";
import { auditLog, invitations } from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import {
  acceptInvitation,
  invite,
  joiningBy,
  listInvitations,
  openInvitation,
  revokeInvitation,
  signUpWithInvitation,
} from "./invitations";
import { changeRole, removeMember } from "./members";

let owner: Actor;
beforeEach(async () => {
  await freshDatabase();
  owner = await makeActor();
});

const memberOf = (role: "admin" | "member") => makeActor({ workspaceId: owner.workspaceId, role });
const link = async (role: "admin" | "member" = "member") => (await invite(owner, { role, days: 7 })).token;
const roleOf = async (userId: string) => (await findMember(await getDb(), owner.workspaceId, userId))?.role;
const newcomer = (n = 1) => ({ email: `new${n}@example.org`, password: "long enough", name: "New" });

describe("a link", () => {
  test("ends when whoever made it goes, or may make such links no more", async () => {
    const admin = await memberOf("admin");
    const second = await makeActor({ workspaceId: owner.workspaceId, role: "owner" });
    const linkBy = async (actor: Actor, role: "admin" | "member") => (await invite(actor, { role, days: 7 })).token;
    const isOpen = async (token: string) => (await openInvitation(token, "::1")) !== null;
    const [theirs, others] = [await linkBy(admin, "member"), await linkBy(owner, "member")];
    await removeMember(owner, admin.userId);
    await expect(acceptInvitation(admin, theirs)).rejects.toMatchObject({ code: "not_found" });
    const [forAdmin, forMember] = [await linkBy(second, "admin"), await linkBy(second, "member")];
    await changeRole(owner, second.userId, "admin");
    expect([await isOpen(forAdmin), await isOpen(forMember)]).toEqual([false, true]);
    await changeRole(owner, second.userId, "member");
    expect(await isOpen(forMember)).toBe(false);
    expect(await isOpen(others)).toBe(true);
    const last = await linkBy(owner, "admin");
    await eraseAccount(await getDb(), owner.userId);
    expect([await isOpen(others), await isOpen(last)]).toEqual([false, false]);
  });

  test("says what it invites to, and lets one person in with its role", async () => {
    const token = await link("admin");
    expect(await openInvitation(token, "::1")).toMatchObject({ workspace: "A workspace", role: "admin" });
    const guest = await makeActor();
    expect(await acceptInvitation(guest, token)).toEqual({ workspaceId: owner.workspaceId, outcome: "joined" });
    expect(await roleOf(guest.userId)).toBe("admin");
    expect(await openInvitation(token, "::1")).toBeNull();
    await expect(acceptInvitation(await makeActor(), token)).rejects.toMatchObject({ code: "not_found" });
  });

  test("used by five at once lets in one", async () => {
    const token = await link();
    const guests = await Promise.all(Array.from({ length: 5 }, () => makeActor()));
    const outcomes = await Promise.allSettled(guests.map((guest) => acceptInvitation(guest, token)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const roles = await Promise.all(guests.map(({ userId }) => roleOf(userId)));
    expect(roles.filter((role) => role !== undefined)).toEqual(["member"]);
  });

  test("is not used up by somebody who is a member already, who stays as they are", async () => {
    const token = await link("member");
    const admin = await memberOf("admin");
    expect(await acceptInvitation(admin, token)).toMatchObject({ outcome: "member_already" });
    expect(await roleOf(admin.userId)).toBe("admin");
    expect(await openInvitation(token, "::1")).not.toBeNull();
  });

  test("that is too old, revoked, wrong or malformed is the same nothing", async () => {
    const [old, revoked] = [await link(), await link()];
    const db = await getDb();
    const [first, second] = await listInvitations(owner);
    await revokeInvitation(owner, first?.id ?? "");
    await db.update(invitations).set({ expiresAt: new Date(Date.now() - 1_000) });
    for (const token of [old, revoked, "A".repeat(43), "", "../x", "x".repeat(5_000)]) {
      expect(await openInvitation(token, "::1")).toBeNull();
      await expect(acceptInvitation(await makeActor(), token)).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(revokeInvitation(owner, second?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  });

  test("makes an account and its membership together, or neither", async () => {
    const token = await link("member");
    const { userId } = await signUpWithInvitation(newcomer(), "::1", token);
    expect(await roleOf(userId)).toBe("member");
    await expect(signUpWithInvitation(newcomer(2), "::1", token)).rejects.toMatchObject({ code: "not_found" });
    // The address is still free.
    expect((await signUpWithInvitation(newcomer(2), "::1", await link())).userId).toBeTruthy();
    await expect(signUpWithInvitation(newcomer(2), "::1", await link())).rejects.toMatchObject({ code: "email_taken" });
  });

  test("cannot be guessed without end from one address", async () => {
    const guess = () => openInvitation("A".repeat(43), "203.0.113.9");
    for (let n = 0; n < 60; n++) await guess();
    await expect(guess()).rejects.toMatchObject({ code: "rate_limited" });
    expect(await openInvitation(await link(), "203.0.113.10")).not.toBeNull();
  });
});

describe("a provider's sign-in that begins at a link", () => {
  const address = (token: string) => `http://localhost:3000/invite/${token}`;
  const comes = (wanted: string, n = 1) =>
    signInWithProvider(
      { provider: "oidc", subject: `s${n}`, email: `new${n}@example.org`, emailVerified: true, name: "New" },
      { locale: "en", timeZone: "UTC", connecting: null, join: joiningBy(wanted) },
    );
  const refused = { status: "refused", reason: "sign_up_closed" };
  afterEach(() => {
    config().CADAU_SIGN_UP = "open";
  });

  test("makes an account while sign-up is closed, once, in that workspace alone", async () => {
    config().CADAU_SIGN_UP = "closed";
    const inviting = await makeActor();
    const { token } = await invite(inviting, { role: "admin", days: 7 });
    const result = await comes(address(token));
    if (result.status === "refused") throw new Error(result.reason);
    expect(result.joined).toBe(true);
    const joined = await membershipsOf(await getDb(), result.claims.userId);
    expect(joined).toEqual([{ workspaceId: inviting.workspaceId, role: "admin" }]);
    expect(await openInvitation(token, "::1")).toBeNull();
    // The same person comes back without one; the next gets nothing out of a link that was used.
    expect(await comes("http://localhost:3000/")).toMatchObject({ status: "signed_in", joined: false });
    expect(await comes(address(token), 2)).toEqual(refused);
  });

  test("lets nobody in without an open link", async () => {
    config().CADAU_SIGN_UP = "closed";
    const revoked = await link();
    await revokeInvitation(owner, (await listInvitations(owner))[0]?.id ?? "");
    for (const wanted of [address(revoked), address("A".repeat(43)), address("x"), "http://localhost:3000/", ""]) {
      expect(await comes(wanted)).toEqual(refused);
    }
  });

  test("used by five at once lets in one", async () => {
    config().CADAU_SIGN_UP = "closed";
    const token = await link();
    const outcomes = await Promise.all(Array.from({ length: 5 }, (_, n) => comes(address(token), n)));
    expect(outcomes.filter(({ status }) => status === "signed_in")).toHaveLength(1);
  });

  test("leaves somebody who has an account to accept by themselves", async () => {
    const token = await link();
    await comes("http://localhost:3000/");
    expect(await comes(address(token))).toMatchObject({ status: "signed_in", joined: false });
    expect(await openInvitation(token, "::1")).not.toBeNull();
  });

  test("goes on as without one where the link is used up and sign-up is open", async () => {
    const token = await link();
    await acceptInvitation(await makeActor(), token);
    const result = await comes(address(token));
    expect(result).toMatchObject({ status: "signed_in", joined: false });
  });
});

describe("who may invite", () => {
  test("owners invite anybody, admins members, members nobody", async () => {
    const [admin, member] = [await memberOf("admin"), await memberOf("member")];
    await invite(admin, { role: "member", days: 1 });
    await expect(invite(admin, { role: "admin", days: 1 })).rejects.toMatchObject({ code: "missing_role" });
    await expect(invite(member, { role: "member", days: 1 })).rejects.toMatchObject({ code: "missing_role" });
    await expect(listInvitations(member)).rejects.toMatchObject({ code: "missing_role" });
    await expect(revokeInvitation(member, uuidv7())).rejects.toMatchObject({ code: "missing_role" });
  });

  test("another workspace's invitations are neither seen nor revoked", async () => {
    await link();
    const [mine] = await listInvitations(owner);
    const stranger = await makeActor();
    expect(await listInvitations(stranger)).toEqual([]);
    await expect(revokeInvitation(stranger, mine?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
    expect(await listInvitations(owner)).toHaveLength(1);
  });
});

test("neither the table nor the audit log holds the token", async () => {
  const token = await link();
  await acceptInvitation(await makeActor(), token);
  const db = await getDb();
  const kept = JSON.stringify([await db.select().from(invitations), await db.select().from(auditLog)]);
  expect(kept).toContain("member.joined");
  expect(kept).not.toContain(token);
});
