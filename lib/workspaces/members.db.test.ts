import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor, Role } from "@/lib/auth/actor-type";
import { actorOfToken, createToken } from "@/lib/auth/tokens";
import { getSession } from "@/lib/chat/sessions";
import { getDb } from "@/lib/db/client";
import { actingUser } from "@/lib/db/queries/users";
import { findMember, insertMember } from "@/lib/db/queries/workspaces";
import { agents } from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import {
  canLeave,
  changeRole,
  leaveWorkspace,
  listMembers,
  memberBelongings,
  removeMember,
  transferOwnership,
} from "./members";

let owner: Actor;
beforeEach(async () => {
  await freshDatabase();
  owner = await makeActor();
});

const join = (role: Role) => makeActor({ workspaceId: owner.workspaceId, role });
const roleOf = async ({ userId }: Actor) => (await findMember(await getDb(), owner.workspaceId, userId))?.role;
const actorNow = async ({ userId }: Actor, wanted = owner.workspaceId) =>
  await actingUser(await getDb(), userId, 0, wanted);

describe("roles", () => {
  test("owners change anybody's, admins nobody's but to let members go, members none", async () => {
    const [admin, member, other] = [await join("admin"), await join("member"), await join("member")];
    await changeRole(owner, member.userId, "admin");
    expect(await roleOf(member)).toBe("admin");
    await expect(changeRole(admin, other.userId, "admin")).rejects.toMatchObject({ code: "missing_role" });
    await expect(changeRole(admin, owner.userId, "member")).rejects.toMatchObject({ code: "missing_role" });
    await expect(removeMember(admin, member.userId)).rejects.toMatchObject({ code: "missing_role" });
    await removeMember(admin, other.userId);
    const plain = await join("member");
    await expect(changeRole(plain, plain.userId, "owner")).rejects.toMatchObject({ code: "missing_role" });
    await expect(removeMember(plain, member.userId)).rejects.toMatchObject({ code: "missing_role" });
    await expect(listMembers(plain)).rejects.toMatchObject({ code: "missing_role" });
    expect((await listMembers(owner)).map(({ role }) => role)).toEqual(["owner", "admin", "admin", "member"]);
  });

  test("what one was is what counts now, not what one's open page says", async () => {
    const second = await join("owner");
    await changeRole(owner, second.userId, "member");
    await expect(changeRole(second, owner.userId, "member")).rejects.toMatchObject({ code: "missing_role" });
    expect(await roleOf(owner)).toBe("owner");
  });

  test("the last owner stays one, also when two demote each other at once", async () => {
    await expect(changeRole(owner, owner.userId, "member")).rejects.toMatchObject({ code: "last_owner" });
    await expect(leaveWorkspace(owner)).rejects.toMatchObject({ code: "last_owner" });
    expect([await canLeave(owner), await canLeave(await join("admin"))]).toEqual([false, true]);
    const second = await join("owner");
    expect(await canLeave(owner)).toBe(true);
    await Promise.allSettled([
      changeRole(owner, second.userId, "member"),
      changeRole(second, owner.userId, "member"),
      leaveWorkspace(owner),
      leaveWorkspace(second),
    ]);
    expect((await Promise.all([owner, second].map(roleOf))).filter((role) => role === "owner").length).toBeGreaterThan(
      0,
    );
  });

  test("ownership passes to another, and the one who had it is an admin", async () => {
    const heir = await join("member");
    await transferOwnership(owner, heir.userId);
    expect([await roleOf(heir), await roleOf(owner)]).toEqual(["owner", "admin"]);
    await expect(transferOwnership(owner, heir.userId)).rejects.toMatchObject({ code: "missing_role" });
  });

  test("members of another workspace are not found", async () => {
    const stranger = await makeActor();
    for (const id of [stranger.userId, uuidv7(), "x"]) {
      await expect(changeRole(owner, id, "admin")).rejects.toMatchObject({ code: "not_found" });
      await expect(removeMember(owner, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(memberBelongings(owner, id)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("somebody who goes", () => {
  const belongings = async (member: Actor) => {
    const { sessionId } = await makeSession(member, ["u: hello", "a: hi"]);
    const hidden = await makeAgent(member);
    const shared = await makeAgent(member, { visibility: "workspace" });
    const { token } = await createToken(member, { name: "t", scopes: ["read"] });
    return { sessionId, hidden, shared, token };
  };

  test.each([
    ["is removed", (member: Actor) => removeMember(owner, member.userId)],
    ["leaves", (member: Actor) => leaveWorkspace(member)],
  ])("and %s keeps what was theirs, locked, loses the tokens, and passes on what they shared", async (_, go) => {
    const member = await join("member");
    const { sessionId, hidden, shared, token } = await belongings(member);
    expect(await memberBelongings(owner, member.userId)).toEqual({
      ...{ conversations: 1, privateAgents: 1, sharedAgents: 1, tokens: 1 },
    });
    await go(member);
    expect(await actorNow(member)).toBeUndefined();
    expect(await actorOfToken(token)).toBeNull();
    const db = await getDb();
    const ownerOf = async (id: string) =>
      (await db.select({ id: agents.ownerId }).from(agents).where(eq(agents.id, id)))[0]?.id;
    expect(await ownerOf(shared.id)).toBe(owner.userId);
    expect(await ownerOf(hidden.id)).toBe(member.userId);
    // Nobody else comes to read the conversation, and they themselves do once they are back.
    await expect(getSession(owner, sessionId)).rejects.toMatchObject({ code: "not_found" });
    await insertMember(db, owner.workspaceId, member.userId, "member");
    expect(await getSession(member, sessionId)).toMatchObject({ id: sessionId });
  });

  test("acts in another workspace of theirs, whatever this browser was switched to", async () => {
    const member = await join("member");
    const own = await makeActor();
    await insertMember(await getDb(), own.workspaceId, member.userId, "admin");
    expect(await actorNow(member)).toMatchObject({ workspaceId: owner.workspaceId, role: "member" });
    expect(await actorNow(member, own.workspaceId)).toMatchObject({ workspaceId: own.workspaceId, role: "admin" });
    await removeMember(owner, member.userId);
    expect(await actorNow(member)).toMatchObject({ workspaceId: own.workspaceId });
  });
});
