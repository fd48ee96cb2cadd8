import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import type { AgentRow } from "@/lib/db/schema/agents";
import { converse, withChat } from "@/test/support/chat";
import { makeActor, makeAgent } from "@/test/support/factories";

withChat();

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout", model: "offline:cadau" });
});

const callsIn = (parts: { type: string }[]) => parts.flatMap(({ type }) => (type.startsWith("tool-") ? [type] : []));

test.each([
  [
    "The tide gauge in the harbour was repaired by Marta on 14 March.",
    "Who repaired the tide gauge?",
    /elsewhere/,
    "Marta",
  ],
  ["港口的验潮仪是三月十四日由马尔塔修好的。", "验潮仪是谁修好的？", /在别处找到/, "马尔塔"],
])(
  "the offline model looks in other conversations, reads, quotes, and links to the message: %s",
  async (said, asked, opening, word) => {
    const { sent: earlier } = await converse(me, said, { agent_id: agent.id });
    const { answer } = await converse(me, asked, { agent_id: agent.id });
    expect(callsIn(answer.parts)).toEqual(["tool-memory_search", "tool-conversation_search", "tool-conversation_get"]);
    expect(answer.text).toMatch(opening);
    expect(answer.text).toContain(word);
    expect(answer.text).toContain(`/c/${earlier.sessionId}?m=${earlier.run.userMessageId}`);
  },
);

test("it calls nothing for what stands in the conversation itself", async () => {
  const { sent } = await converse(me, "The tide gauge was repaired by Marta.", { agent_id: agent.id });
  const { answer } = await converse(me, "Who repaired the tide gauge?", { session_id: sent.sessionId });
  expect(callsIn(answer.parts)).toEqual([]);
  expect(answer.text).toContain("Marta");
});

test("it finds nothing of anybody else, and says so", async () => {
  const other = await makeActor({ workspaceId: me.workspaceId, role: "member" });
  await converse(other, "The tide gauge was repaired by Marta.", { model: "offline:cadau" });
  const { answer } = await converse(me, "Who repaired the tide gauge?", { agent_id: agent.id });
  expect(answer.text).not.toContain("Marta");
  expect(callsIn(answer.parts)).toEqual(["tool-memory_search", "tool-conversation_search"]);
});
