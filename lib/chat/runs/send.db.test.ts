import { expect, test } from "vitest";
import {
  chunksOfRun,
  converse,
  draftOf,
  eventsOf,
  messagesOf,
  runsOf,
  send,
  textOfDraft,
  withChat,
} from "@/test/support/chat";
import { makeActor } from "@/test/support/factories";

const { provider } = withChat();

test("a message is stored, answered, streamed and stored again", async () => {
  const actor = await makeActor();
  const sent = await send(actor, "#say The sea is blue.");
  const { chunks } = await chunksOfRun(actor, sent.run.id);
  expect(textOfDraft(draftOf(chunks))).toBe("The sea is blue.");
  const rows = await messagesOf(sent.sessionId);
  expect(rows.map(({ seq, role, text, status }) => [seq, role, text, status])).toEqual([
    [1, "user", "#say The sea is blue.", "complete"],
    [2, "assistant", "The sea is blue.", "complete"],
  ]);
  expect(rows[1]?.parts).toEqual([{ type: "text", text: "The sea is blue." }]);
  expect((await runsOf(sent.sessionId)).map((run) => run.status)).toEqual(["complete"]);
  expect(await eventsOf(sent.sessionId)).toEqual([]);
  expect(provider().requests).toHaveLength(1);
});

test("the next message goes with what was said before", async () => {
  const actor = await makeActor();
  const first = await converse(actor, "#say Noted.");
  await converse(actor, "And now?", { session_id: first.sent.sessionId });
  const body = provider().requests.at(-1)?.body as { messages: { role: string; content: string }[] };
  expect(body.messages.slice(1)).toEqual([
    { role: "user", content: "#say Noted." },
    { role: "assistant", content: "Noted." },
    { role: "user", content: "And now?" },
  ]);
});
