import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { insertMember } from "@/lib/db/queries/workspaces";
import { workspaces } from "@/lib/db/schema";
import { removeMember } from "@/lib/workspaces/members";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { elsewhere, linked } from "./elsewhere";
import { deleteSession } from "./sessions";

/** The same person in two workspaces; in the second they are a member beside its owner. */
let here: Actor;
let there: Actor;
let colleague: Actor;
beforeAll(async () => {
  await freshDatabase();
  here = await makeActor();
  colleague = await makeActor();
  there = { ...here, role: "member", workspaceId: colleague.workspaceId };
  const db = await getDb();
  await insertMember(db, there.workspaceId, here.userId, "member");
  await db.update(workspaces).set({ name: "There" }).where(eq(workspaces.id, there.workspaceId));
});

const session = async (actor: Actor) => ({
  kind: "session" as const,
  id: (await makeSession(actor, ["u: hi"])).sessionId,
});
const agent = async (actor: Actor, visibility: "private" | "workspace") => ({
  kind: "agent" as const,
  id: (await makeAgent(actor, { visibility })).id,
});

test("what a person may open in another workspace of theirs is found there", async () => {
  for (const thing of [await session(there), await agent(there, "private"), await agent(colleague, "workspace")]) {
    expect(await elsewhere(here, thing)).toEqual({ id: there.workspaceId, name: "There" });
    // Not once they are there.
    expect(await elsewhere(there, thing)).toBeNull();
  }
});

test("what is another's, deleted, unknown or no id is nowhere", async () => {
  const gone = await session(there);
  await deleteSession(there, gone.id);
  const stranger = await makeActor();
  const nowhere = [
    ...[gone, await session(colleague), await agent(colleague, "private"), await session(stranger)],
    ...[await agent(stranger, "workspace"), { kind: "session", id: uuidv7() }, { kind: "agent", id: "x" }],
  ] as const;
  for (const thing of nowhere) expect(await elsewhere(here, thing)).toBeNull();
});

test("nor is what is locked in a workspace that the person is no member of any more", async () => {
  const member = await makeActor({ workspaceId: there.workspaceId, role: "member" });
  const own = await makeActor();
  await insertMember(await getDb(), own.workspaceId, member.userId, "member");
  const locked = [await session(member), await agent(member, "private")];
  const now = { ...member, workspaceId: own.workspaceId };
  for (const thing of locked) expect(await elsewhere(now, thing)).not.toBeNull();
  await removeMember(colleague, member.userId);
  for (const thing of locked) expect(await elsewhere(now, thing)).toBeNull();
});

test("an address names a conversation or an agent, or nothing of the kind", () => {
  const id = uuidv7();
  expect(linked(`/c/${id}?m=${uuidv7()}`)).toEqual({ kind: "session", id });
  expect(linked(`/agents/${id}/entries`)).toEqual({ kind: "agent", id });
  for (const path of ["/", "/agents", "/agents/new", `/settings/${id}`, `//c/${id}`, "/c/../admin"]) {
    expect(linked(path)).toBeNull();
  }
});
