import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { deleteEntry, getEntry, updateEntry } from "./entry-edit";
import { listEntries } from "./entry-list";
import { rememberMessage } from "./remember-message";

let me: Actor;
beforeEach(async () => {
  await freshDatabase();
  me = await makeActor();
});

const LINES = ["u: I moved to Lisbon in March.", "a: Noted."];

test("what is kept of a message has its source, and can be taken back as if it had never been", async () => {
  const agent = await makeAgent(me);
  const { sessionId, messages } = await makeSession(me, LINES, { agentId: agent.id, title: "Moving" });
  const messageId = messages[0]?.id ?? "";
  const { agentId, entry } = await rememberMessage(me, sessionId, messageId, {
    text: " Lives in Lisbon. ",
    kind: "fact",
  });
  expect(agentId).toBe(agent.id);
  expect(await getEntry(me, agent.id, entry.id)).toMatchObject({
    ...{ body: "Lives in Lisbon.", kind: "fact", title: expect.stringContaining("Lisbon") },
    source: { session_id: sessionId, message_ids: [messageId], title: "Moving" },
  });
  await deleteEntry(me, agent.id, entry.id, { undo: true });
  expect((await listEntries(me, agent.id, { limit: 10 })).entries).toEqual([]);
});

test("the same of the same message is one entry, and what a person made of it stays", async () => {
  const agent = await makeAgent(me);
  const { sessionId, messages } = await makeSession(me, LINES, { agentId: agent.id });
  const keep = (text: string) => rememberMessage(me, sessionId, messages[0]?.id ?? "", { text, kind: "fact" });
  const { entry } = await keep("Lives in Lisbon.");
  await updateEntry(me, agent.id, entry.id, { body: "Lives in Lisbon, near the river." });
  expect((await keep("Lives in Lisbon. ")).entry.id).toBe(entry.id);
  await keep("Moved in March.");
  const { entries } = await listEntries(me, agent.id, { limit: 10 });
  expect(entries.map(({ preview }) => preview).sort()).toEqual(["Lives in Lisbon, near the river.", "Moved in March."]);
  await deleteEntry(me, agent.id, entry.id, { undo: true });
  expect((await keep("Lives in Lisbon.")).entry).toMatchObject({ id: entry.id, body: "Lives in Lisbon." });
});

test("a secret is refused, in the text as in the title, and nothing is kept", async () => {
  const agent = await makeAgent(me);
  const { sessionId, messages } = await makeSession(me, LINES, { agentId: agent.id });
  const keep = (text: string, title?: string) =>
    rememberMessage(me, sessionId, messages[0]?.id ?? "", { text, kind: "note", ...(title && { title }) });
  await expect(keep(`The key is sk-${"aB3dE5fG7hJ9".repeat(4)}`)).rejects.toMatchObject({ code: "holds_secret" });
  await expect(keep("The card", "4111 1111 1111 1111")).rejects.toMatchObject({ code: "holds_secret" });
  expect((await listEntries(me, agent.id, { limit: 10 })).entries).toEqual([]);
});

test("only of one's own messages, and only where an agent listens", async () => {
  const agent = await makeAgent(me);
  const { sessionId, messages } = await makeSession(me, LINES, { agentId: agent.id });
  const plain = await makeSession(me, LINES);
  const messageId = messages[0]?.id ?? "";
  const kept = { text: "Lives in Lisbon.", kind: "fact" } as const;
  const colleague = await makeActor({ workspaceId: me.workspaceId, role: "member" });
  const inPlain = plain.messages[0]?.id ?? "";
  for (const [actor, session, message] of [
    [colleague, sessionId, messageId],
    [me, sessionId, uuidv7()],
    [me, sessionId, inPlain],
    [me, plain.sessionId, inPlain],
  ] as const) {
    await expect(rememberMessage(actor, session, message, kept)).rejects.toMatchObject({ code: "not_found" });
  }
});
