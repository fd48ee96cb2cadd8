import { describe, expect, it } from "vitest";
import { type Call, deedOf, failureOf, stateOf } from "./call";

const call = (members: Partial<Call> & { type: Call["type"] }): Call =>
  ({ toolCallId: "call_1", state: "input-available", input: {}, ...members }) as Call;

describe("what a call does", () => {
  it("is told with what it is about", () => {
    expect(deedOf(call({ type: "tool-conversation_search", input: { query: " the  blue boat " } }))).toEqual({
      deed: "conversation_search",
      about: "the blue boat",
    });
  });

  it("of a file depends on how it is written", () => {
    const input = { name: "notes.md", mode: "append", text: "x" };
    expect(deedOf(call({ type: "tool-file_write", input })).deed).toBe("file_append");
    expect(deedOf(call({ type: "tool-file_write", input: { ...input, mode: "delete" } })).deed).toBe("file_delete");
  });

  it("is known of an input that a page has cut too", () => {
    expect(deedOf(call({ type: "tool-file_write", input: '{"name":"notes.md","text":"long …' }))).toEqual({
      deed: "file_write",
      about: "",
    });
  });

  it("of a tool that is not known is its name", () => {
    expect(deedOf(call({ type: "dynamic-tool", toolName: "tickets_find" }))).toEqual({
      deed: "other",
      about: "tickets_find",
    });
  });

  it("survives an input of any shape", () => {
    for (const input of [undefined, null, 7, "text", [], { query: 3 }, "{broken"]) {
      expect(deedOf(call({ type: "tool-conversation_search", input })).about).toBe("");
    }
  });
});

describe("where a call stands", () => {
  it("is open only while its answer is written", () => {
    const open = call({ type: "tool-file_list" });
    expect(stateOf(open, true)).toBe("running");
    expect(stateOf(open, false)).toBe("broken");
  });

  it("is unknown where a crash has left it so", () => {
    const lost = call({ type: "tool-file_write", state: "output-error", errorText: "unknown: the process ended" });
    expect(stateOf(lost, false)).toBe("unknown");
    expect(stateOf({ ...lost, errorText: "not_found: There is no such file." } as Call, false)).toBe("failed");
  });
});

it("a failure is its kind and what else was said", () => {
  expect(failureOf("not_found: There is no such file.")).toEqual({ code: "not_found", said: "There is no such file." });
  expect(failureOf("Something broke: badly")).toEqual({ code: "other", said: "Something broke: badly" });
  expect(failureOf("unknown: it may have happened").said).toBe("it may have happened");
});
