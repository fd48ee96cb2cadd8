import { describe, expect, test } from "vitest";
import type { MessageParts, MessageRow } from "@/lib/db/schema/chat";
import { presentMessage, SHOWN_TOOL_RUNES } from "./present";

const row = (parts: MessageParts): MessageRow => ({
  sessionId: "0190a000-0000-7000-8000-000000000001",
  id: "0190a000-0000-7000-8000-000000000002",
  seq: 1,
  role: "assistant",
  name: null,
  parts,
  text: "",
  runes: 12,
  runesBefore: 0,
  status: "complete",
  error: null,
  model: null,
  usage: null,
  runId: null,
  createdAt: new Date("2026-01-01T00:00:00.123Z"),
});
const tool = (output: unknown, input: unknown = {}): MessageParts[number] => ({
  type: "dynamic-tool",
  toolName: "read",
  toolCallId: "1",
  state: "output-available",
  input,
  output,
});
const shown = (part: MessageParts[number]) => presentMessage(row([part]), { shorten: true });

describe("a message in a page", () => {
  test("keeps short tool values as they are and says nothing of cutting", () => {
    const part = tool({ rows: [1, 2] });
    expect(shown(part)).toMatchObject({ parts: [part], created_at: "2026-01-01T00:00:00.123Z" });
    expect(shown(part)).not.toHaveProperty("truncated");
  });

  test.each([
    ["text", "字".repeat(50_000)],
    ["an object", { rows: Array.from({ length: 9_000 }, (_, i) => i) }],
  ])("shows the beginning of a long output that is %s", (_, output) => {
    const message = shown(tool(output));
    const [part] = message.parts;
    expect(message.truncated).toBe(true);
    expect(Array.from(String(part?.output)).length).toBeLessThanOrEqual(SHOWN_TOOL_RUNES + 2);
    expect(part).toMatchObject({ type: "dynamic-tool", toolCallId: "1", state: "output-available" });
  });

  test("shows the beginning of a long input", () => {
    expect(shown(tool("ok", { body: "y".repeat(50_000) })).truncated).toBe(true);
  });

  test("does not shorten text, however long", () => {
    const part = { type: "text" as const, text: "x".repeat(1_000_000) };
    expect(shown(part).parts).toEqual([part]);
  });

  test("is whole when asked for alone", () => {
    const part = tool("z".repeat(50_000));
    expect(presentMessage(row([part]), { shorten: false }).parts).toEqual([part]);
  });
});
