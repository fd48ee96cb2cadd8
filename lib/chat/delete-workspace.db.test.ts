import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { actorOfToken, createToken } from "@/lib/auth/tokens";
import { createUser } from "@/lib/auth/users";
import { type Db, getDb } from "@/lib/db/client";
import { actingUser } from "@/lib/db/queries/users";
import { closeWorkspace } from "@/lib/db/queries/workspace-removal";
import { agents, auditLog, chatMessages, chatSessions, workspaceMembers, workspaces } from "@/lib/db/schema";
import { homeOf } from "@/lib/memory/home";
import { saveNote } from "@/lib/memory/notes";
import { acceptInvitation, invite, openInvitation } from "@/lib/workspaces/invitations";
import { leaveWorkspace } from "@/lib/workspaces/members";
import { createWorkspace } from "@/lib/workspaces/workspaces";
import { requestsAbout, runsOf, send, until, withChat } from "@/test/support/chat";
import { emptyDatabase } from "@/test/support/empty";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { deleteWorkspace, isDeletable, workspaceContents } from "./delete-workspace";
import { purgeDeleted, purgingDone } from "./purge-deleted";
import { getSession } from "./sessions";

const { provider } = withChat();
const NAME = "Studio";

/** Of the workspace that new accounts join. */
let home: Actor;
/** Of the one that is deleted, and a member of the other as well. */
let owner: Actor;
let member: Actor;

beforeEach(async () => {
  await emptyDatabase();
  home = await makeActor();
  await (await getDb()).update(workspaces).set({ isHome: true });
  const elsewhere = await makeActor({ workspaceId: home.workspaceId, role: "member" });
  owner = { ...elsewhere, role: "owner", workspaceId: await createWorkspace(elsewhere, { name: NAME }) };
  member = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
});
afterEach(purgingDone);

const actsIn = async ({ userId }: Actor, wanted: string) =>
  (await actingUser(await getDb(), userId, 0, wanted))?.workspaceId;
const rowsIn = async (workspaceId: string) => {
  const db = await getDb();
  const of = (table: typeof chatSessions | typeof agents | typeof workspaceMembers) =>
    db.$count(table, eq(table.workspaceId, workspaceId));
  const rest = await Promise.all([of(chatSessions), of(agents), of(workspaceMembers)]);
  return [await db.$count(workspaces, eq(workspaces.id, workspaceId)), ...rest];
};

describe("a deleted workspace", () => {
  test("is closed at once, and goes with all that everybody had in it, and nothing of another", async () => {
    const kept = await makeSession(home, ["u: stays"]);
    const { sessionId } = await makeSession(member, ["u: goes", "a: yes"]);
    const agent = await makeAgent(owner, { visibility: "workspace" });
    for (const actor of [owner, member]) await saveNote(actor, agent.id, "2026-03-02", { text: "Hi", baseHash: null });
    const former = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
    await makeSession(former, ["u: locked"]);
    await leaveWorkspace(former);
    const { token } = await createToken(member, { name: "script", scopes: ["read"] });
    const link = await invite(owner, { role: "member", days: 7 });
    expect(await workspaceContents(owner)).toEqual({
      ...{ members: 2, conversations: 2, agents: 1, memories: 2 },
      own: [{ agentId: agent.id, name: agent.name }],
    });

    await deleteWorkspace(owner, { name: ` ${NAME} ` });
    expect(await actsIn(owner, owner.workspaceId)).toBe(home.workspaceId);
    expect(await actsIn(member, owner.workspaceId)).toBeUndefined();
    expect(await actorOfToken(token)).toBeNull();
    expect(await openInvitation(link.token, "::1")).toBeNull();
    await expect(acceptInvitation(home, link.token)).rejects.toMatchObject({ code: "not_found" });

    await purgeDeleted();
    await expect.poll(() => rowsIn(owner.workspaceId)).toEqual([0, 0, 0, 0]);
    const db = await getDb();
    expect(await db.$count(chatMessages, eq(chatMessages.sessionId, sessionId))).toBe(0);
    for (const actor of [owner, member]) expect(existsSync(homeOf(agent, actor.userId).directory)).toBe(false);
    expect(await getSession(home, kept.sessionId)).toMatchObject({ id: kept.sessionId });
  });

  test("stops the answers that are being written in it", async () => {
    const sent = await send(member, "#hang on in the studio");
    await until(() => requestsAbout(provider(), "in the studio").length > 0);
    await deleteWorkspace(owner, { name: NAME });
    await until(() => requestsAbout(provider(), "in the studio")[0]?.closedByClientAt != null);
    await until(async () => (await runsOf(sent.sessionId)).every(({ status }) => status !== "running"));
  });

  test("is put down where its own log does not take it along", async () => {
    await deleteWorkspace(owner, { name: NAME });
    await purgeDeleted();
    const db = await getDb();
    const rows = await db.select().from(auditLog).where(eq(auditLog.action, "workspace.deleted"));
    expect(rows).toMatchObject([
      {
        ...{ workspaceId: null, actorId: owner.userId, target: owner.workspaceId },
        details: { name: NAME, members: 2, conversations: 0, agents: 0, memories: 0 },
      },
    ]);
  });

  test("is gone on with where a process stopped, and with what a late request began in it", async () => {
    await makeSession(
      member,
      Array.from({ length: 30 }, (_, n) => `u: ${n}`),
    );
    const db = await getDb();
    // All that a deletion does before its process dies.
    await db.transaction((tx: Db) => closeWorkspace(tx, owner.workspaceId));
    await makeSession(member, ["u: too late"]);
    await makeAgent(member);
    await purgeDeleted();
    expect(await rowsIn(owner.workspaceId)).toEqual([0, 0, 0, 0]);
  });

  test("may be somebody's last one: they are nowhere then, and may begin another", async () => {
    await deleteWorkspace(owner, { name: NAME });
    expect(await actsIn(member, owner.workspaceId)).toBeUndefined();
    const next = await createWorkspace(member, { name: "My own" });
    expect(await actsIn(member, owner.workspaceId)).toBe(next);
  });
});

describe("nothing is deleted", () => {
  test("but by an owner who types the name as it is now", async () => {
    for (const name of ["", "studio", "Studio 2"]) {
      await expect(deleteWorkspace(owner, { name })).rejects.toMatchObject({ code: "invalid_input" });
    }
    const admin = await makeActor({ workspaceId: owner.workspaceId, role: "admin" });
    for (const actor of [admin, member, { ...admin, role: "owner" as const }]) {
      await expect(deleteWorkspace(actor, { name: NAME })).rejects.toMatchObject({ code: "missing_role" });
    }
    const stranger = { ...home, workspaceId: owner.workspaceId };
    await expect(deleteWorkspace(stranger, { name: NAME })).rejects.toMatchObject({ code: "not_found" });
    for (const actor of [admin, member]) {
      await expect(workspaceContents(actor)).rejects.toMatchObject({ code: "missing_role" });
    }
    expect(await actsIn(member, owner.workspaceId)).toBe(owner.workspaceId);
  });

  test("of the workspace that new accounts join", async () => {
    expect([await isDeletable(home), await isDeletable(owner)]).toEqual([false, true]);
    await expect(deleteWorkspace(home, { name: "A workspace" })).rejects.toMatchObject({ code: "home_workspace" });
    await deleteWorkspace(owner, { name: NAME });
    const { userId } = await createUser({ email: "new@example.org", password: "long enough", name: "New" });
    expect(await actsIn({ ...home, userId }, home.workspaceId)).toBe(home.workspaceId);
  });

  test("twice, and nobody joins meanwhile", async () => {
    const { token } = await invite(owner, { role: "member", days: 7 });
    const guest = await makeActor();
    const [first, second] = await Promise.allSettled([
      deleteWorkspace(owner, { name: NAME }),
      deleteWorkspace(owner, { name: NAME }),
      acceptInvitation(guest, token),
    ]);
    expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
    await purgeDeleted();
    await expect.poll(() => rowsIn(owner.workspaceId)).toEqual([0, 0, 0, 0]);
  });
});
