import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { updateAgent } from "@/lib/agents/update";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import type { AgentRow, ToolSwitch } from "@/lib/db/schema/agents";
import { chatSessions } from "@/lib/db/schema/chat";
import { answerOf, chunksOfRun, converse, draftOf, requestsAbout, send, withChat } from "@/test/support/chat";
import { wireMessages } from "@/test/support/context";
import { makeActor, makeAgent } from "@/test/support/factories";
import { answerCall } from "./approvals";
import { stopRun } from "./stop";

const { provider } = withChat({ TOOLS_MAX_STEPS: "6", CADAU_MODELS: "openai-compatible:scripted-large" });

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout" });
  provider().script(null);
  provider().requests.length = 0;
});

const setSwitch = (tool: string, way: ToolSwitch) =>
  updateAgent(me, agent.id, { config_json: { tools: { [tool]: way } } });
const writes = (name: string, text: string) => `#tool file_write ${JSON.stringify({ name, text, mode: "create" })}`;
const callsOf = (parts: { type: string }[]) => parts.filter(({ type }) => type.startsWith("tool-"));

/** The first call of a run that waits for its person. */
async function waitingCall(runId: string) {
  const { chunks } = await chunksOfRun(me, runId, {
    enough: (all) => all.some(({ type }) => type === "tool-approval-request"),
  });
  const part = callsOf(draftOf(chunks).parts).at(-1);
  return part as { type: string; state: string; toolCallId: string };
}

describe("an answer with tools", () => {
  test("calls them step by step, and each request has the results so far", async () => {
    const text = [
      `two steps ${agent.id}`,
      writes("plan.md", "Lisbon, 3 May"),
      '#tool file_read {"name":"plan.md"}',
    ].join("\n");
    const { answer } = await converse(me, text, { agent_id: agent.id });
    expect(answer).toMatchObject({ status: "complete", text: expect.stringContaining("Lisbon, 3 May") });
    expect(answer.parts.map(({ type }) => type)).toEqual([
      "tool-file_write",
      "step-start",
      "tool-file_read",
      "step-start",
      "text",
    ]);
    expect(callsOf(answer.parts)).toEqual([
      expect.objectContaining({
        state: "output-available",
        input: { name: "plan.md", text: "Lisbon, 3 May", mode: "create" },
      }),
      expect.objectContaining({ state: "output-available" }),
    ]);
    const requests = requestsAbout(provider(), "two steps");
    expect(requests.map(({ body }) => wireMessages(body).filter(({ role }) => role === "tool").length)).toEqual([
      0, 1, 2,
    ]);
    expect(requests[0]?.body).toMatchObject({
      tools: expect.arrayContaining([expect.anything()]),
      tool_choice: "auto",
    });
  });

  test("tells the model what was wrong with a call, and goes on", async () => {
    const text = [
      "bad calls",
      "#tool no_such_tool {}",
      '#tool file_read {"name":5}',
      '#tool file_read {"name":"nowhere.md"}',
    ].join("\n");
    const { answer } = await converse(me, text, { agent_id: agent.id });
    expect(answer.status).toBe("complete");
    expect(callsOf(answer.parts)).toEqual([
      expect.objectContaining({
        state: "output-error",
        errorText: expect.stringMatching(/^unknown_tool: .*file_read/),
      }),
      expect.objectContaining({ state: "output-error", errorText: expect.stringMatching(/^invalid_input: .*name/) }),
      expect.objectContaining({ state: "output-error", errorText: expect.stringMatching(/^not_found: /) }),
    ]);
  });

  test("makes several calls of one step, and keeps each result with its call", async () => {
    const calls = ["a", "b", "c"].map((name) => ({
      name: "file_write",
      input: { name: `${name}.md`, text: name, mode: "create" },
    }));
    const { answer } = await converse(me, `at once\n#calls ${JSON.stringify(calls)}\n#tool file_list {}`, {
      agent_id: agent.id,
    });
    expect(callsOf(answer.parts)).toHaveLength(4);
    expect(new Set(answer.parts.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : []))).size).toBe(4);
    expect(JSON.stringify(callsOf(answer.parts).at(-1))).toMatch(/a\.md.*b\.md.*c\.md/);
  });

  test("ends with an answer in words when the steps are used up", async () => {
    const text = ["no end", ...Array.from({ length: 20 }, () => "#tool file_list {}")].join("\n");
    const { answer } = await converse(me, text, { agent_id: agent.id });
    const requests = requestsAbout(provider(), "no end");
    expect(requests).toHaveLength(6);
    expect(requests.at(-1)?.body).toMatchObject({ tool_choice: "none" });
    // The scripted model calls all the same: what it may not call is not called.
    expect(answer).toMatchObject({ status: "interrupted", error: { code: "step_limit" } });
    expect(callsOf(answer.parts)).toHaveLength(5);
  });

  test("has what it did in the next question's payload", async () => {
    const { sent } = await converse(me, `first\n${writes("plan.md", "Lisbon")}`, { agent_id: agent.id });
    await converse(me, "and the next one", { session_id: sent.sessionId });
    const messages = wireMessages(requestsAbout(provider(), "and the next one")[0]?.body);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
  });

  test("keeps what was done when the provider fails later, and the next answer knows of it", async () => {
    let n = 0;
    const input = { name: "plan.md", text: "Lisbon", mode: "create" };
    provider().script(() =>
      n++ === 0
        ? { kind: "answer", toolCalls: [{ id: "w", name: "file_write", input }] }
        : { kind: "error", status: 400, body: { error: { message: "no" } } },
    );
    const { sent, answer } = await converse(me, "write and fail", { agent_id: agent.id });
    expect(answer.status).toBe("failed");
    expect(callsOf(answer.parts)).toEqual([expect.objectContaining({ state: "output-available" })]);
    provider().script(null);
    await converse(me, "go on then", { session_id: sent.sessionId });
    expect(JSON.stringify(requestsAbout(provider(), "go on then")[0]?.body)).toContain("plan.md");
  });

  test("goes on without tools where the model takes none", async () => {
    provider().script((request) =>
      "tools" in request
        ? { kind: "error", status: 400, body: { error: { message: "scripted-large does not support tools" } } }
        : "Without.",
    );
    const model = "openai-compatible:scripted-large";
    const { answer } = await converse(me, "no tools please", { agent_id: agent.id, model });
    expect(answer).toMatchObject({ status: "complete", text: "Without." });
    await converse(me, "once more", { agent_id: agent.id, model });
    expect(requestsAbout(provider(), "once more")).toHaveLength(1);
  });
});

describe("a call that asks first", () => {
  test("waits, and is made when its person allows it", async () => {
    await setSwitch("file_write", "ask");
    const sent = await send(me, `may I\n${writes("plan.md", "Lisbon")}`, { agent_id: agent.id });
    const call = await waitingCall(sent.run.id);
    expect(call.state).toBe("approval-requested");
    await answerCall(me, sent.run.id, { toolCallId: call.toolCallId, allow: true, always: false });
    await chunksOfRun(me, sent.run.id);
    expect(callsOf((await answerOf(sent)).parts)).toEqual([expect.objectContaining({ state: "output-available" })]);
  });

  test("is not made when its person refuses, and the model knows", async () => {
    await setSwitch("file_write", "ask");
    const sent = await send(me, `may I not\n${writes("plan.md", "Lisbon")}\n#tool file_list {}`, {
      agent_id: agent.id,
    });
    const call = await waitingCall(sent.run.id);
    await answerCall(me, sent.run.id, { toolCallId: call.toolCallId, allow: false, always: true });
    await chunksOfRun(me, sent.run.id);
    const [write, list] = callsOf((await answerOf(sent)).parts);
    expect(write).toMatchObject({ state: "output-denied" });
    expect(JSON.stringify(list)).not.toContain("plan.md");
    expect(JSON.stringify(requestsAbout(provider(), "may I not").at(-1)?.body)).toContain("did not allow");
  });

  test("is not asked about again in a conversation where it is always allowed", async () => {
    await setSwitch("file_write", "ask");
    const sent = await send(me, `always\n${writes("a.md", "1")}`, { agent_id: agent.id });
    const call = await waitingCall(sent.run.id);
    await answerCall(me, sent.run.id, { toolCallId: call.toolCallId, allow: true, always: true });
    await chunksOfRun(me, sent.run.id);
    const { answer } = await converse(me, `again\n${writes("b.md", "2")}`, { session_id: sent.sessionId });
    expect(callsOf(answer.parts)).toEqual([expect.objectContaining({ state: "output-available" })]);
    const [session] = await (await getDb()).select().from(chatSessions).where(eq(chatSessions.id, sent.sessionId));
    expect(session?.allowedTools).toEqual(["file_write"]);
  });

  test("is surely not made when the answer is stopped meanwhile", async () => {
    await setSwitch("file_write", "ask");
    const sent = await send(me, `stop me\n${writes("plan.md", "Lisbon")}`, { agent_id: agent.id });
    const call = await waitingCall(sent.run.id);
    await stopRun(me, sent.run.id);
    const answer = await answerOf(sent);
    expect(answer.status).toBe("interrupted");
    expect(callsOf(answer.parts)).toEqual([
      expect.objectContaining({ state: "output-error", errorText: expect.stringMatching(/^stopped/) }),
    ]);
    await expect(
      answerCall(me, sent.run.id, { toolCallId: call.toolCallId, allow: true, always: false }),
    ).rejects.toMatchObject({ code: "not_waiting" });
  });

  test("is nobody else's to answer", async () => {
    await setSwitch("file_write", "ask");
    const sent = await send(me, `mine\n${writes("plan.md", "Lisbon")}`, { agent_id: agent.id });
    const call = await waitingCall(sent.run.id);
    const other = await makeActor();
    await expect(
      answerCall(other, sent.run.id, { toolCallId: call.toolCallId, allow: true, always: false }),
    ).rejects.toMatchObject({ code: "not_found" });
    await stopRun(me, sent.run.id);
  });
});
