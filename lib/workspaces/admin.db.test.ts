import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { createToken } from "@/lib/auth/tokens";
import { getDb } from "@/lib/db/client";
import { changeMemory, ensureMemory } from "@/lib/db/queries/agent-memories";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { type AuditEntry, listAudit } from "./audit-list";
import { changeRole } from "./members";
import { agentsOverview } from "./overview";
import { changePolicy, readPolicy } from "./policy";
import { renameWorkspace } from "./workspaces";

let owner: Actor;
let member: Actor;
beforeEach(async () => {
  await freshDatabase();
  owner = await makeActor();
  member = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
});

describe("the policy", () => {
  test("wins over what an agent says, until it leaves it to the agents again", async () => {
    await makeAgent(owner, { configJson: { memory_auto_extract: false } });
    const toggles = async () => (await agentsOverview(owner)).agents[0]?.toggles;
    expect((await toggles())?.memory_auto_extract).toEqual({ on: false, by: "agent" });
    await changePolicy(owner, { toggle: "memory_auto_extract", rule: "on" });
    await changePolicy(owner, { toggle: "memory_auto_append", rule: "off" });
    expect(await toggles()).toEqual({
      memory_auto_append: { on: false, by: "workspace" },
      memory_auto_extract: { on: true, by: "workspace" },
    });
    await changePolicy(owner, { toggle: "memory_auto_extract", rule: "agent" });
    expect(await readPolicy(owner)).toEqual({ memory_auto_append: false });
  });

  test("two changes of different switches at once both stand", async () => {
    await Promise.all([
      changePolicy(owner, { toggle: "memory_auto_extract", rule: "off" }),
      changePolicy(owner, { toggle: "memory_auto_append", rule: "on" }),
    ]);
    expect(await readPolicy(owner)).toEqual({ memory_auto_append: true, memory_auto_extract: false });
  });

  test("is for owners and admins", async () => {
    for (const refused of [
      readPolicy(member),
      changePolicy(member, { toggle: "memory_auto_extract", rule: "on" }),
      agentsOverview(member),
      listAudit(member, {}),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: "missing_role" });
    }
  });
});

describe("the overview of agents", () => {
  test("adds up memories, and shows neither instructions nor contents nor another workspace", async () => {
    const stranger = await makeActor();
    await makeAgent(stranger);
    const agent = await makeAgent(member, { name: "Tutor", instructions: "hidden words", visibility: "workspace" });
    const db = await getDb();
    for (const { userId } of [owner, member]) {
      await ensureMemory(db, { agentId: agent.id, userId });
      await changeMemory(db, { agentId: agent.id, userId }, { entries: 2, notes: 1, bytes: 100 });
    }
    const flushed = new Date("2026-01-02T03:04:05Z");
    await changeMemory(
      db,
      { agentId: agent.id, userId: owner.userId },
      { failedAt: new Date(), failure: "private words", lastFlushAt: flushed },
    );
    const { agents, more } = await agentsOverview(owner);
    expect(agents).toMatchObject([{ name: "Tutor", memories: 2, entries: 4, notes: 2, bytes: 200, failures: 1 }]);
    expect(agents[0]?.lastFlushAt).toEqual(flushed);
    expect(more).toBe(false);
    expect(JSON.stringify(agents)).not.toMatch(/hidden words|private words/);
  });
});

describe("the audit log", () => {
  test("tells who changed what, newest first, by person and kind, of this workspace only", async () => {
    const stranger = await makeActor();
    await renameWorkspace(stranger, { name: "Elsewhere" });
    await renameWorkspace(owner, { name: "Studio" });
    await changeRole(owner, member.userId, "admin");
    await createToken(member, { name: "script", scopes: ["read"] });
    await changePolicy(owner, { toggle: "memory_auto_append", rule: "on" });
    const actions = (entries: AuditEntry[]) => entries.map(({ action }) => action);
    const all = await listAudit(owner, {});
    expect(actions(all.entries)).toEqual([
      "workspace.policy_changed",
      "token.created",
      "member.role_changed",
      "workspace.renamed",
    ]);
    expect(all.entries[2]).toMatchObject({ target: member.userId, details: { before: "member", after: "admin" } });
    expect(all.entries[2]?.targetName).not.toBeNull();
    expect(actions((await listAudit(owner, { person: member.userId })).entries)).toEqual(["token.created"]);
    expect(actions((await listAudit(owner, { kind: "workspace" })).entries)).toEqual([
      "workspace.policy_changed",
      "workspace.renamed",
    ]);
    expect(actions((await listAudit(owner, { person: "x", before: "y" })).entries)).toHaveLength(4);
    expect(JSON.stringify(all)).not.toContain("Elsewhere");
  });

  test("goes on where a page ended, each row once", async () => {
    for (let n = 0; n < 120; n++) await renameWorkspace(owner, { name: `Name ${n}` });
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const { entries, older } = await listAudit(owner, { before });
      seen.push(...entries.map(({ id }) => id));
      before = older ?? undefined;
    } while (before);
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
  });
});
