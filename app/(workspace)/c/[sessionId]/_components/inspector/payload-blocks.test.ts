import { expect, test } from "vitest";
import { payloadBlocks } from "./payload-blocks";

test("texts are shown as they are, everything else as the JSON that it is", () => {
  const call = { type: "tool-call", toolCallId: "1", toolName: "clock", input: {} };
  const blocks = payloadBlocks({
    parts: [],
    payload: {
      instructions: ["Be brief.", "A summary."],
      messages: [
        { role: "user", content: "a\n b" },
        { role: "assistant", content: [{ type: "text", text: "Looking." }, call] },
        { role: "tool", content: [{ type: "tool-result", toolCallId: "1" }] },
      ],
    },
  });
  expect(blocks.map(({ role }) => role)).toEqual(["system", "summary", "user", "assistant", "tool"]);
  expect(blocks[2]?.text).toBe("a\n b");
  expect(blocks[3]?.text).toBe(`Looking.\n\n${JSON.stringify(call, null, 2)}`);
});

test("what an agent remembers is not taken for the summary", () => {
  const parts = [{ kind: "memory" as const, runes: 9 }];
  const rolesOf = (instructions: string[]) =>
    payloadBlocks({ parts, payload: { instructions, messages: [] } }).map(({ role }) => role);
  expect(rolesOf(["Be brief.", "Lives in Porto."])).toEqual(["system", "memory"]);
  expect(rolesOf(["Be brief.", "Lives in Porto.", "A summary."])).toEqual(["system", "memory", "summary"]);
});
