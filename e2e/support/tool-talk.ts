import type { TransferLine } from "@/lib/chat/transfer-line";

// A conversation in which tools were called in every way that there is.

type Parts = NonNullable<TransferLine["parts"]>;
type Call = Record<string, unknown>;

let calls = 0;
const call = (name: string, members: Call): Parts[number] => ({
  type: `tool-${name}`,
  toolCallId: `call_${++calls}`,
  ...members,
});
const done = (name: string, input: unknown, output: unknown) =>
  call(name, { state: "output-available", input, output });
const failed = (name: string, input: unknown, errorText: string) =>
  call(name, { state: "output-error", input, errorText });
const words = (text: string): Parts[number] => ({ type: "text", text });
const step: Parts[number] = { type: "step-start" };

const turn = (question: string, parts: Parts): TransferLine[] => [
  { role: "user", text: question },
  {
    role: "assistant",
    text: parts.flatMap((part) => (typeof part.text === "string" ? [part.text] : [])).join("\n"),
    parts,
  },
];

const PLACE = "0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24";
/** Longer than a page shows of it. */
export const LONG_PAGE = Array.from({ length: 400 }, (_, n) => `Line ${n + 1} of the timetable, with its own words.`);

export const TOOL_TALK: readonly TransferLine[] = [
  ...turn("Which boat did we choose?", [
    done(
      "conversation_search",
      { query: "blue boat" },
      {
        hits: [
          { session_title: "The trip", speaker: "user", snippet: "the blue boat", link: `/c/${PLACE}?m=${PLACE}` },
          {
            session_title: "Boats & harbours",
            speaker: "assistant",
            snippet: "It has two masts.",
            link: `/c/${PLACE}`,
          },
        ],
      },
    ),
    words("You chose the **blue boat**."),
  ]),
  ...turn("And keep it in your notes, please.", [
    { type: "reasoning", text: "The notes are a file." },
    done("file_read", { name: "notes.md" }, { name: "notes.md", text: "# Notes\n\n- the harbour", of_runes: 22 }),
    step,
    { type: "reasoning", text: "Now I add to it." },
    done(
      "file_write",
      { name: "notes.md", mode: "append", text: "\n- the blue boat" },
      { name: "notes.md", bytes: 38 },
    ),
    done("memory_write", { text: "The blue boat was chosen." }, { did: "added", title: "The blue boat was chosen" }),
    step,
    words("It is in the notes, and I remember it."),
  ]),
  ...turn("What went wrong yesterday?", [
    failed("file_read", { name: "lost.md" }, "not_found: There is no such file. file_list tells which there are."),
    call("web_fetch", { state: "output-denied", input: { url: "https://example.org/harbour?page=2" } }),
    failed(
      "file_write",
      { name: "log.md", mode: "replace", text: "x" },
      "unknown: the server ended in the middle of it",
    ),
    words("These did not work."),
    call("memory_forget", { state: "input-available", input: { entry_id: PLACE } }),
    words("And one broke off."),
    {
      type: "dynamic-tool",
      toolName: "harbour_tickets_find",
      toolCallId: "call_dynamic",
      state: "output-available",
      input: { day: "2026-05-01", people: 3 },
      output: { content: [{ type: "text", text: "Three tickets are left." }] },
    },
    words("A tool of another house worked."),
  ]),
  ...turn("Go through the whole timetable.", [
    ...Array.from({ length: 14 }, (_, n) => [
      step,
      done("conversation_get", { from_seq: n * 10 + 1, to_seq: n * 10 + 10 }, { title: "The trip", messages: [] }),
    ]).flat(),
    {
      type: "data-checkpoint",
      id: "checkpoint_1",
      data: {
        summary: "The trip leaves **on Friday**; the timetable is read up to line 140.",
        from_step: 1,
        to_step: 14,
        runes_before: 120_000,
        runes_after: 2_000,
      },
    },
    ...Array.from({ length: 16 }, (_, n) => [
      step,
      done("memory_search", { query: `stop ${n + 1}` }, { entries: [] }),
    ]).flat(),
    words("Here is what I found."),
    done(
      "web_fetch",
      { url: "https://example.org/timetable" },
      { url: "https://example.org/timetable", text: LONG_PAGE.join("\n") },
    ),
    words("That was all."),
  ]),
];
