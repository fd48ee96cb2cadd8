import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import type { AgentRow } from "@/lib/db/schema/agents";
import { homeOf, runtimeDirectory } from "@/lib/memory/home";
import { doWishes } from "@/lib/memory/wishes";
import { chunksOfRun, converse, messagesOf, requestsAbout, send, until, withChat } from "@/test/support/chat";
import { wireMessages } from "@/test/support/context";
import { makeActor, makeAgent } from "@/test/support/factories";
import { entriesOf } from "@/test/support/memory-reading";
import { stopRun } from "./stop";

const { provider } = withChat();

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout" });
  provider().requests.length = 0;
});

const entries = () => entriesOf(agent.id);
const memoryPartOf = async (sessionId: string) => {
  const answer = (await messagesOf(sessionId)).at(-1);
  return answer?.parts.find(({ type }) => type === "data-memory");
};
const told = () =>
  wireMessages(provider().requests.at(-1)?.body)
    .filter(({ role }) => role === "system")
    .map(({ content }) => String(content))
    .join("\n");

describe("a message that asks to remember something", () => {
  test.each([
    ["Please remember that I am allergic to peanuts.", /allergic to peanuts/i],
    ["请记住我对花生过敏。", /对花生过敏/],
  ])("keeps it, shows it in the answer, and the model knows: %s", async (text, said) => {
    const { sent } = await converse(me, text, { agent_id: agent.id });
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ body: expect.stringMatching(said), sourceMessageIds: [sent.run.userMessageId] });
    expect(await memoryPartOf(sent.sessionId)).toMatchObject({
      data: { action: "remembered", entries: [{ id: entry?.id, title: entry?.title }] },
    });
    expect(told()).toContain(entry?.title);
  });

  test("keeps it once when it is sent again, and when it is said again", async () => {
    const id = uuidv7();
    const { sent } = await converse(me, "Remember that I am allergic to peanuts.", { agent_id: agent.id, id });
    await send(me, "Remember that I am allergic to peanuts.", { agent_id: agent.id, id });
    await converse(me, "Remember that I'm allergic to peanuts!", { session_id: sent.sessionId });
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(await memoryPartOf(sent.sessionId)).toMatchObject({ data: { entries: [{ id: entry?.id }] } });
  });

  test("keeps each of several", async () => {
    const text = "Remember that I am allergic to peanuts. And remember that we live in Bonn.";
    const { sent } = await converse(me, text, { agent_id: agent.id });
    expect((await entries()).map(({ body }) => body)).toEqual(
      expect.arrayContaining(["I am allergic to peanuts.", "We live in Bonn."]),
    );
    expect(await memoryPartOf(sent.sessionId)).toMatchObject({
      data: { entries: [{ title: expect.stringMatching(/peanuts/) }, { title: expect.stringMatching(/Bonn/) }] },
    });
  });

  test("does so with the offline model", async () => {
    agent = await makeAgent(me, { model: "offline:cadau" });
    const { sent } = await converse(me, "Remember that I am allergic to peanuts.", { agent_id: agent.id });
    expect(await entries()).toHaveLength(1);
    expect(await memoryPartOf(sent.sessionId)).toMatchObject({ data: { action: "remembered" } });
  });

  test("keeps no secret, and says so", async () => {
    const { sent } = await converse(me, "Remember that my password is hunter22x!", { agent_id: agent.id });
    expect(await entries()).toEqual([]);
    expect(await memoryPartOf(sent.sessionId)).toMatchObject({ data: { action: "remembered", entries: [] } });
    expect(told()).toContain("It was not kept");
  });

  test("that fails for now is told neither as kept nor as refused, and is kept later", async () => {
    const { directory } = homeOf(agent, me.userId);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "entries"), "in the way");
    const { sent } = await converse(me, "Remember that I am allergic to peanuts.", { agent_id: agent.id });
    expect(await memoryPartOf(sent.sessionId)).toBeUndefined();
    expect(told()).not.toContain("It was not kept");
    rmSync(join(directory, "entries"));
    await converse(me, "Remember that I like jazz.", { session_id: sent.sessionId });
    expect((await entries()).map(({ body }) => body).sort()).toEqual([
      expect.stringContaining("allergic to peanuts"),
      expect.stringContaining("like jazz"),
    ]);
  });

  test("is none in a conversation without an agent, and where it is only talked of", async () => {
    const plain = await converse(me, "Remember that I am allergic to peanuts.");
    expect(await memoryPartOf(plain.sent.sessionId)).toBeUndefined();
    const { sent } = await converse(me, "Do you remember what I said?", { agent_id: agent.id });
    expect(await memoryPartOf(sent.sessionId)).toBeUndefined();
    expect(await entries()).toEqual([]);
  });
});

describe("a wish that cannot be done at first", () => {
  /** Files in the way of the memories. Answers how to take them away again. */
  function blocked(): () => void {
    const directory = runtimeDirectory();
    if (existsSync(directory)) renameSync(directory, `${directory}-away`);
    writeFileSync(directory, "in the way");
    return () => {
      rmSync(directory);
      if (existsSync(`${directory}-away`)) renameSync(`${directory}-away`, directory);
    };
  }
  const WISH = "Remember that I am allergic to peanuts.";

  test("is shown in its answer once it is done, and the model was told nothing that is not so", async () => {
    const unblock = blocked();
    const { sent } = await converse(me, WISH, { agent_id: agent.id }).finally(unblock);
    expect(await memoryPartOf(sent.sessionId)).toBeUndefined();
    expect(told()).not.toContain("asked you to remember");
    await doWishes(sent.sessionId);
    const [entry] = await entries();
    const [, answer] = await messagesOf(sent.sessionId);
    expect(answer).toMatchObject({
      status: "complete",
      parts: [{ type: "data-memory", data: { action: "remembered", entries: [{ id: entry?.id }] } }, { type: "text" }],
    });
    await doWishes(sent.sessionId);
    expect((await messagesOf(sent.sessionId))[1]).toEqual(answer);
  });

  test("and is done while its answer is written, is shown in it too", async () => {
    const unblock = blocked();
    const { sessionId, run } = await send(me, `${WISH}\n#slow 4000x20`, { agent_id: agent.id });
    await until(() => requestsAbout(provider(), "peanuts").length > 0).finally(unblock);
    await doWishes(sessionId);
    expect(await entries()).toHaveLength(1);
    await stopRun(me, run.id);
    await chunksOfRun(me, run.id);
    expect(await memoryPartOf(sessionId)).toMatchObject({ data: { action: "remembered" } });
  });
});

test("a message that asks to forget something removes nothing, and lists what is meant", async () => {
  const { sent } = await converse(me, "Remember that I am allergic to peanuts.", { agent_id: agent.id });
  await converse(me, "Remember that I like jazz.", { session_id: sent.sessionId });
  await converse(me, "Forget that I am allergic to peanuts.", { session_id: sent.sessionId });
  const peanuts = (await entries()).find(({ body }) => body.includes("peanuts"));
  expect(await entries()).toHaveLength(2);
  expect(await memoryPartOf(sent.sessionId)).toMatchObject({
    data: { action: "forget_asked", entries: [{ id: peanuts?.id, title: peanuts?.title }] },
  });
});
