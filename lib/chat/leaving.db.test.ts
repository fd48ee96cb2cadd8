import { beforeEach, describe, expect, test } from "vitest";
import { getAgent } from "@/lib/agents/agents";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { activeSessionsIn, findMember, insertMember } from "@/lib/db/queries/workspaces";
import { getNote, saveNote } from "@/lib/memory/notes";
import { answerOf, requestsAbout, runsOf, send, until, withChat } from "@/test/support/chat";
import { emptyDatabase } from "@/test/support/empty";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { readHistory } from "./history";
import { letGo } from "./leaving";
import { stopActiveRun } from "./runs/stop";

const { provider } = withChat();

let owner: Actor;
let member: Actor;
beforeEach(async () => {
  await emptyDatabase();
  owner = await makeActor();
  member = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
});

test("a member may go by themselves, and be taken out by an admin, not by another member", async () => {
  const [one, two] = [await makeActor(), await makeActor()];
  const { workspaceId } = owner;
  const second = await makeActor({ workspaceId, role: "member" });
  await expect(letGo(member, second.userId)).rejects.toMatchObject({ code: "missing_role" });
  await expect(letGo(one, two.userId)).rejects.toMatchObject({ code: "not_found" });
  await letGo(member, member.userId);
  await letGo(owner, second.userId);
  const db = await getDb();
  expect(await findMember(db, workspaceId, member.userId)).toBeUndefined();
  expect(await findMember(db, workspaceId, second.userId)).toBeUndefined();
});

describe.each([
  ["leaves", () => letGo(member, member.userId)],
  ["is removed", () => letGo(owner, member.userId)],
])("somebody who %s", (how, go) => {
  test("has no answer written any more there, and what came of it is kept; elsewhere it goes on", async () => {
    const other = await makeActor();
    await insertMember(await getDb(), other.workspaceId, member.userId, "member");
    const words = `#slow 400x20 the one here, who ${how}`;
    const here = await send(member, words);
    const there = await send({ ...member, workspaceId: other.workspaceId }, `#hang there, who ${how}`);
    const colleague = await send(owner, `#hang of another, who stays when one ${how}`);
    await until(() => requestsAbout(provider(), words).length > 0);
    await go();
    await until(() => requestsAbout(provider(), words)[0]?.closedByClientAt != null);
    const statuses = async ({ sessionId }: { sessionId: string }) =>
      (await runsOf(sessionId)).map(({ status }) => status);
    expect(await statuses(here)).toEqual(["stopped"]);
    expect(await answerOf(here)).toMatchObject({ status: "interrupted", error: { code: "stopped" } });
    expect([await statuses(there), await statuses(colleague)]).toEqual([["running"], ["running"]]);
    for (const { sessionId } of [there, colleague]) await stopActiveRun(sessionId);
  });

  test("has everything back as it was on being a member again", async () => {
    const { sessionId, messages } = await makeSession(member, ["u: hello", "a: hi"]);
    const agent = await makeAgent(member, { instructions: "Be brief." });
    await saveNote(member, agent.id, "2026-03-02", { text: "Kept", baseHash: null });
    await go();
    // An owner finds nothing of it meanwhile.
    await expect(getAgent(owner, agent.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(getNote(owner, agent.id, "2026-03-02")).rejects.toMatchObject({ code: "not_found" });
    await expect(readHistory(owner, { sessionId, limit: 10 })).rejects.toMatchObject({ code: "not_found" });

    await insertMember(await getDb(), owner.workspaceId, member.userId, "member");
    const history = await readHistory(member, { sessionId, limit: 10 });
    expect(history.messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(await getAgent(member, agent.id)).toMatchObject({ mine: true, instructions: "Be brief." });
    expect((await getNote(member, agent.id, "2026-03-02")).text).toContain("Kept");
  });
});

describe("a send that found out who sends before they went", () => {
  test.each([
    ["by leaving", () => letGo(member, member.userId)],
    ["by being removed", () => letGo(owner, member.userId)],
  ])("%s, begins no answer, in an old conversation or a new one", async (how, go) => {
    const { sessionId } = await makeSession(member, ["u: hello", "a: hi"]);
    await go();
    const words = `too late ${how}`;
    for (const more of [{}, { session_id: sessionId }]) {
      await expect(send(member, words, more)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(requestsAbout(provider(), words)).toEqual([]);
    expect(await runsOf(sessionId)).toEqual([]);
  });

  test("at the same moment, is refused or stopped with the others", async () => {
    const db = await getDb();
    for (let round = 0; round < 10; round++) {
      const person = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
      const { sessionId } = await makeSession(person, ["u: hello", "a: hi"]);
      const sends = [
        send(person, "#hang in the old one", { session_id: sessionId }),
        send(person, "#hang in a new one"),
        send(person, "#hang in another new one"),
      ];
      const [gone, ...sent] = await Promise.allSettled([letGo(round % 2 ? owner : person, person.userId), ...sends]);
      expect(gone).toMatchObject({ status: "fulfilled" });
      for (const result of sent) {
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "not_found" });
      }
      expect(await activeSessionsIn(db, owner.workspaceId)).toEqual([]);
    }
  });
});
