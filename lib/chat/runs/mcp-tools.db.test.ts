import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { updateAgent } from "@/lib/agents/update";
import type { Actor } from "@/lib/auth/actor-type";
import type { AgentRow } from "@/lib/db/schema/agents";
import { closeConnections } from "@/lib/mcp/connections";
import { addServer } from "@/lib/mcp/servers";
import { answerOf, chunksOfRun, converse, draftOf, requestsAbout, send, withChat } from "@/test/support/chat";
import { makeActor, makeAgent } from "@/test/support/factories";
import { type Everything, startEverything } from "@/test/support/mcp-servers";
import { answerCall } from "./approvals";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "96000" });

let everything: Everything;
beforeAll(async () => {
  everything = await startEverything();
});
afterAll(async () => {
  await closeConnections();
  await everything.stop();
});

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me);
  provider().requests.length = 0;
});

const use = (...ids: string[]) => updateAgent(me, agent.id, { config_json: { mcp_servers: ids } });
const callsOf = (parts: { type: string }[]) => parts.filter(({ type }) => type.startsWith("tool-"));

test("an answer uses the tools of a server, once its person allows it", async () => {
  const server = await addServer(me, { name: "everything", transport: "http", url: everything.url });
  await use(server.id);
  const sent = await send(me, 'echo please\n#tool everything__echo {"message":"from afar"}', { agent_id: agent.id });
  const { chunks } = await chunksOfRun(me, sent.run.id, {
    enough: (all) => all.some(({ type }) => type === "tool-approval-request" || type === "tool-output-available"),
  });
  const call = draftOf(chunks).parts.find((part) => "toolCallId" in part);
  if (call?.state === "approval-requested") {
    await answerCall(me, sent.run.id, { toolCallId: call.toolCallId, allow: true, always: false });
  }
  await chunksOfRun(me, sent.run.id);
  const answer = await answerOf(sent);
  expect(answer).toMatchObject({ status: "complete", text: expect.stringContaining("from afar") });
  expect(callsOf(answer.parts)).toEqual([expect.objectContaining({ state: "output-available" })]);
});

test("an answer goes on without a server that is away, and says so", async () => {
  const server = await addServer(me, { name: "away", transport: "http", url: "http://127.0.0.1:9/mcp" });
  await use(server.id);
  const { answer } = await converse(me, "#say still here", { agent_id: agent.id });
  expect(answer).toMatchObject({ status: "complete", text: "still here" });
  expect(answer.parts).toContainEqual(
    expect.objectContaining({ type: "data-tool-problem", data: expect.objectContaining({ server: "away" }) }),
  );
  expect(JSON.stringify(requestsAbout(provider(), "still here")[0]?.body)).not.toContain("away__");
});
