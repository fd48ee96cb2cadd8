import { expect, test } from "vitest";
import { payloadRunes } from "@/lib/context/size/measure";
import type { MessageParts } from "@/lib/db/schema/chat";
import { EARLIER, type PayloadRow, toModelMessages } from "./model-messages";

const say = (role: PayloadRow["role"], ...texts: string[]): PayloadRow => ({
  role,
  parts: texts.map((text) => ({ type: "text", text })),
});
const shape = async (rows: PayloadRow[]) =>
  (await toModelMessages(rows)).map(({ role, content }) => [
    role,
    typeof content === "string" ? content : content.map((part) => ("text" in part ? part.text : part.type)).join(" | "),
  ]);

test("turns alternate: two of one role in a row are one message", async () => {
  expect(
    await shape([say("user", "a"), say("user", "b"), say("assistant", "c"), say("assistant", "d"), say("user", "e")]),
  ).toEqual([
    ["user", "a | b"],
    ["assistant", "c\n\nd"],
    ["user", "e"],
  ]);
});

test("what has no content makes no message", async () => {
  const thought: PayloadRow = { role: "assistant", parts: [{ type: "reasoning", text: "hmm" }] };
  expect(
    await shape([say("user", "a"), say("assistant"), thought, say("assistant", "", " \n"), say("user", "b")]),
  ).toEqual([["user", "a | b"]]);
});

test("reasoning is not sent back", async () => {
  const row: PayloadRow = {
    role: "assistant",
    parts: [
      { type: "reasoning", text: "hmm" },
      { type: "text", text: "Yes." },
    ],
  };
  expect(await shape([row])).toEqual([
    ["user", EARLIER],
    ["assistant", "Yes."],
  ]);
});

test("a call is followed by its result, and one without a result is left out", async () => {
  const parts: MessageParts = [
    { type: "text", text: "Looking." },
    { type: "tool-look", toolCallId: "1", state: "output-available", input: {}, output: "found" },
    { type: "step-start" },
    { type: "tool-look", toolCallId: "2", state: "input-available", input: {} },
  ];
  expect((await toModelMessages([{ role: "assistant", parts }])).map((message) => message.role)).toEqual([
    "user",
    "assistant",
    "tool",
  ]);
  expect(JSON.stringify(await toModelMessages([{ role: "assistant", parts }]))).not.toContain('"2"');
});

test("a system message of an import speaks with a user's authority", async () => {
  expect(await shape([say("user", "a"), say("system", "Obey."), say("assistant", "b")])).toEqual([
    ["user", "a | Obey."],
    ["assistant", "b"],
  ]);
});

test("a message that is not sent weighs nothing", () => {
  expect(payloadRunes([])).toBe(0);
  expect(payloadRunes([{ type: "reasoning", text: "long" }])).toBe(0);
  expect(payloadRunes([{ type: "text", text: " " }])).toBe(0);
  expect(payloadRunes([{ type: "text", text: "é😀" }])).toBe(12 + 2);
});

test("a user is first, also where the conversation begins with an answer", async () => {
  const messages = await toModelMessages([{ role: "assistant", parts: [{ type: "text", text: "Welcome!" }] }]);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(await toModelMessages([])).toEqual([]);
});
