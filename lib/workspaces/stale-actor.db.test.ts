import { beforeEach, describe, expect, test } from "vitest";
import { createAgent, getAgent } from "@/lib/agents/agents";
import { updateAgent } from "@/lib/agents/update";
import type { Actor } from "@/lib/auth/actor-type";
import { createToken, listTokens } from "@/lib/auth/tokens";
import { deleteAccount } from "@/lib/chat/delete-account";
import { getDb } from "@/lib/db/client";
import { insertMember } from "@/lib/db/queries/workspaces";
import { chooseDefaultModel } from "@/lib/models/provider-models";
import { addProvider } from "@/lib/models/providers";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { acceptInvitation, invite, listInvitations, revokeInvitation } from "./invitations";
import { changeRole, listMembers, removeMember } from "./members";
import { changePolicy, readPolicy } from "./policy";
import { createWorkspace, currentWorkspaceName, listWorkspaces, renameWorkspace } from "./workspaces";

// A request finds out who acts before it does anything. What it then does may come after a change of just that.

let owner: Actor;
beforeEach(async () => {
  await freshDatabase();
  owner = await makeActor();
});
const join = (role: Actor["role"]) => makeActor({ workspaceId: owner.workspaceId, role });
const provider = { kind: "openai-compatible" as const, name: "Mine", base_url: "http://127.0.0.1:9/v1", models: [] };

describe("an admin who has just become a member", () => {
  test.each([
    ["invites nobody", (admin: Actor) => invite(admin, { role: "member", days: 7 })],
    ["renames nothing", (admin: Actor) => renameWorkspace(admin, { name: "Theirs" })],
    ["makes no rule", (admin: Actor) => changePolicy(admin, { toggle: "memory_auto_append", rule: "on" })],
    ["adds no provider", (admin: Actor) => addProvider(admin, provider)],
    ["chooses no default model", (admin: Actor) => chooseDefaultModel(admin, null)],
  ])("%s", async (_, act) => {
    const admin = await join("admin");
    const name = await currentWorkspaceName(owner);
    await changeRole(owner, admin.userId, "member");
    await expect(act(admin)).rejects.toMatchObject({ code: "missing_role" });
    expect(await listInvitations(owner)).toEqual([]);
    expect(await currentWorkspaceName(owner)).toBe(name);
    expect(await readPolicy(owner)).toEqual({});
  });

  test("revokes no invitation and archives no shared agent", async () => {
    const admin = await join("admin");
    const { id } = await invite(owner, { role: "member", days: 7 });
    const agent = await makeAgent(owner, { visibility: "workspace" });
    await changeRole(owner, admin.userId, "member");
    await expect(revokeInvitation(admin, id)).rejects.toMatchObject({ code: "missing_role" });
    await expect(updateAgent(admin, agent.id, { archived: true })).rejects.toMatchObject({ code: "not_owner" });
    expect(await listInvitations(owner)).toHaveLength(1);
    expect(await getAgent(owner, agent.id)).toMatchObject({ archived: false });
  });

  test("invites no admin, having been an owner", async () => {
    const second = await join("owner");
    await changeRole(owner, second.userId, "admin");
    await expect(invite(second, { role: "admin", days: 7 })).rejects.toMatchObject({ code: "missing_role" });
    await invite(second, { role: "member", days: 7 });
    expect((await listInvitations(owner)).map(({ role }) => role)).toEqual(["member"]);
  });
});

describe("somebody who has just been taken out", () => {
  test("leaves no token that works once they are back, and no agent that is shared and nobody’s here", async () => {
    const member = await join("member");
    const agent = await makeAgent(member);
    await removeMember(owner, member.userId);
    const gone = { code: "not_found" };
    await expect(createToken(member, { name: "t", scopes: ["read"] })).rejects.toMatchObject(gone);
    await expect(updateAgent(member, agent.id, { visibility: "workspace" })).rejects.toMatchObject(gone);
    await expect(createAgent(member, { name: "Late", visibility: "workspace" })).rejects.toMatchObject(gone);
    await insertMember(await getDb(), owner.workspaceId, member.userId, "member");
    expect(await listTokens(member)).toEqual([]);
    expect(await getAgent(member, agent.id)).toMatchObject({ visibility: "private" });
  });

  test("also where both come at the same moment, again and again", async () => {
    for (let round = 0; round < 15; round++) {
      const admin = await join("admin");
      const agent = await makeAgent(admin, { visibility: "workspace" });
      const results = await Promise.allSettled([
        invite(admin, { role: "member", days: 7 }),
        createToken(admin, { name: "t", scopes: ["read"] }),
        createAgent(admin, { name: "Shared", visibility: "workspace" }),
        updateAgent(admin, agent.id, { name: `Round ${round}` }),
        removeMember(owner, admin.userId),
        renameWorkspace(admin, { name: `Round ${round}` }),
      ]);
      const codes = results.map((result) => (result.status === "rejected" ? result.reason.code : "done"));
      expect(codes.filter((code) => !["done", "not_found", "not_owner"].includes(code))).toEqual([]);
      expect(codes[4]).toBe("done");
      expect(await listTokens(admin)).toEqual([]);
      expect(await listInvitations(owner)).toEqual([]);
      expect(await getAgent(owner, agent.id)).toMatchObject({ mine: true });
    }
  });
});

describe("an account that has just been deleted", () => {
  test("joins nothing and begins no workspace", async () => {
    const email = "gone@example.org";
    const person = await makeActor({ email });
    const { token } = await invite(owner, { role: "member", days: 7 });
    expect(await deleteAccount(person, { email, password: "" })).toBe("deleted");
    await expect(acceptInvitation(person, token)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(createWorkspace(person, { name: "Late" })).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await listWorkspaces(person)).toEqual([]);
    expect(await listMembers(owner)).toHaveLength(1);
    expect(await listInvitations(owner)).toHaveLength(1);
  });
});

test("one invitation lets one of ten in", async () => {
  const { token } = await invite(owner, { role: "member", days: 7 });
  const people = await Promise.all(Array.from({ length: 10 }, () => makeActor()));
  const results = await Promise.allSettled(people.map((person) => acceptInvitation(person, token)));
  const codes = results.map((result) => (result.status === "rejected" ? result.reason.code : result.value.outcome));
  expect(codes.filter((code) => code === "joined")).toHaveLength(1);
  expect(codes.filter((code) => code === "not_found")).toHaveLength(9);
  expect(await listMembers(owner)).toHaveLength(2);
});
