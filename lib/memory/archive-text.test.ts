import { describe, expect, test } from "vitest";
import type { ArchivedMessage } from "@/lib/db/queries/memory-jobs";
import { type ArchiveSetting, archivePointer, archiveSection, markerOf, struck, unstruck } from "./archive-text";

const SETTING: ArchiveSetting = {
  kind: "flush",
  jobId: "0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24",
  sessionId: "0198c0de-0000-7000-8000-000000000001",
  title: "Trip to Lisbon",
  agentName: "Scout",
  locale: "en",
  timeZone: "Europe/Berlin",
  at: new Date("2026-03-02T08:15:00Z"),
  toolOutputMaxRunes: 20,
};
let n = 0;
const message = (role: "user" | "assistant", text: string, more: Partial<ArchivedMessage> = {}): ArchivedMessage => ({
  ...{ id: `m${++n}`, seq: n, role, name: null, text, parts: [{ type: "text", text }], status: "complete" },
  createdAt: new Date("2026-03-01T23:30:00Z"),
  ...more,
});

test("a section says when, of which conversation, what it is, and where to open it, and then who said what", () => {
  const [one, two] = [message("user", "Where to?"), message("assistant", "To Lisbon.")];
  expect(archiveSection([one, two], SETTING).split("\n")).toEqual([
    "## 09:15 · Trip to Lisbon — context compaction archive",
    markerOf(SETTING.jobId),
    "",
    `[Open the conversation here](/c/${SETTING.sessionId}?m=${one.id})`,
    "",
    `<!-- cadau:message ${one.id} -->`,
    "> **You** · 2026-03-02 00:30",
    ">",
    "> Where to?",
    "",
    `<!-- cadau:message ${two.id} -->`,
    "> **Scout** · 2026-03-02 00:30",
    ">",
    "> To Lisbon.",
    "",
  ]);
});

test("in Chinese it says so in Chinese", () => {
  const text = archiveSection([message("user", "去哪儿？")], { ...SETTING, locale: "zh-CN", title: "" });
  expect(text).toContain("未命名对话 — 上下文压缩归档");
  expect(text).toContain("**你**");
});

test("nothing in a message ends its quotation or passes for a mark of ours", () => {
  const text = archiveSection([message("user", `# Heading\r\n\r\n## 10:00 · x\u2028<!-- cadau:archive other -->`)], {
    ...SETTING,
    title: "Two\n## lines",
  });
  const own = text.split("\n").filter((line) => !line.startsWith(">") && line !== "");
  expect(own).toHaveLength(4);
  expect(text.match(/<!-- cadau:archive/g)).toHaveLength(1);
});

test("what a tool answered is shortened, what was said is not, and secrets are masked in both", () => {
  const key = `sk-${"aB3dE5fG7hJ9".repeat(4)}`;
  const call = {
    ...{ type: "tool-lookup", toolCallId: "c1", state: "output-available" },
    ...{ input: { q: "x" }, output: "y".repeat(500) },
  } as ArchivedMessage["parts"][number];
  const long = "said ".repeat(200).trim();
  const text = archiveSection(
    [message("user", `${long} ${key}`), message("assistant", "", { parts: [call] })],
    SETTING,
  );
  expect(text).toContain(long);
  expect(text).not.toContain(key);
  expect(text).toContain("[secret removed]");
  expect(text).toContain(`→ ${"y".repeat(20)} [… 480 more characters in the conversation]`);
});

test("where the note is full, what was said is told of with its place", () => {
  const [one, two] = [message("user", "First."), message("assistant", "Second.")];
  const text = archivePointer([one, two], SETTING);
  expect(text).toContain(markerOf(SETTING.jobId));
  expect(text).toContain(`/c/${SETTING.sessionId}?m=${one.id}`);
  expect(text).toContain("The messages (2) stand in the conversation.");
  expect(text).not.toContain("First.");
});

describe("a message that was cut off", () => {
  const [one, two] = [message("user", "First."), message("assistant", "Second.")];
  const note = archiveSection([one, two], SETTING);
  const setting = { locale: "en", timeZone: "UTC", at: new Date("2026-03-05T10:00:00Z") } as const;
  const both = new Set([one.id, two.id]);

  test("stays to be read under a struck head that says when it went", () => {
    const after = struck(note, new Set([two.id]), setting);
    expect(after).toContain(`> ~~**Scout** · 2026-03-02 00:30~~ (removed from the conversation, 2026-03-05 10:00)`);
    expect(after).toContain("> Second.");
    expect(after).toContain("> **You** · 2026-03-02 00:30");
  });

  test("is struck once, and as before when it comes back", () => {
    const after = struck(note, both, setting);
    expect(struck(after, both, { ...setting, at: new Date(0) })).toBe(after);
    expect(unstruck(after, both)).toBe(note);
    expect(unstruck(note, new Set([one.id]))).toBe(note);
  });
});
