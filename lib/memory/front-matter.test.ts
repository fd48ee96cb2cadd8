import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { ENTRY_KINDS } from "@/lib/db/schema/agents";
import type { Entry } from "./entry";
import { bodyOf, parseEntry, writeEntry } from "./front-matter";

const awkward = fc.constantFrom(
  "yes",
  "null",
  "12",
  "1e3",
  "- a",
  "a: b",
  "#x",
  "'",
  '"',
  "---",
  "记忆",
  "{",
  "&a",
  "*a",
  "@",
  "~",
  "|",
);
const text = fc.oneof(awkward, fc.string({ unit: "grapheme", maxLength: 30 }));
const oneLine = text.map((value) => value.replace(/\s+/gu, " ").trim());
const time = fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true });
const id = fc.uuid();
const entries: fc.Arbitrary<Entry> = fc.record({
  id,
  title: oneLine.filter((title) => title !== ""),
  kind: fc.constantFrom(...ENTRY_KINDS),
  tags: fc.uniqueArray(
    oneLine.filter((tag) => tag !== ""),
    { maxLength: 4 },
  ),
  pinned: fc.boolean(),
  created: time,
  updated: time,
  source: fc.option(fc.record({ sessionId: id, messageIds: fc.array(id, { maxLength: 3 }) })),
  supersededBy: fc.option(id),
  body: fc.array(text, { maxLength: 6 }).map((lines) => bodyOf(lines.join("\n").replaceAll("\r", ""))),
});

describe("an entry as a file", () => {
  property.prop([entries], { numRuns: 500 })("is read as what was written", (entry) => {
    expect(parseEntry(writeEntry(entry, null))).toEqual({ entry });
  });

  property.prop([entries, entries], { numRuns: 500 })("changed, keeps what it does not know", (first, second) => {
    const before = writeEntry(first, null).replace(
      /^id: .*$/m,
      (line) => `# by hand\n${line} # mine\nmood: [ calm,  2 ]`,
    );
    const changed = { ...second, id: first.id };
    const after = writeEntry(changed, before);
    expect(parseEntry(after)).toEqual({ entry: changed });
    expect(after).toContain(`# by hand\nid: `);
    expect(after).toMatch(/# mine\nmood: \[ calm, 2 \]/);
    expect(writeEntry(changed, after)).toBe(after);
  });

  property.prop([fc.string({ unit: "binary" })])("of any text, is read or told what is wrong", (raw) => {
    for (const given of [raw, `---\n${raw}\n---\n`]) expect(Object.keys(parseEntry(given))).toHaveLength(1);
  });
});

test("written by hand, it may leave nearly everything out", () => {
  expect(
    parseEntry("\uFEFF---\r\ntitle: 2024\r\ntags: a, b\r\ncreated: 2026-03-02\r\n---\r\n\r\nHello\r\n"),
  ).toMatchObject({
    entry: { id: null, title: "2024", kind: "note", tags: ["a", "b"], created: new Date("2026-03-02"), body: "Hello" },
  });
});

test("what looks like a number stays as it was written, also where something else is changed", () => {
  const id = "5b1f0a6c-0000-4000-8000-8e245b1f0a6c";
  const raw = `---\nid: ${id}\ntitle: 007\ntags: [1.10, 0x1F, 12345678901234567890]\n---\n`;
  const read = parseEntry(raw);
  if (!("entry" in read)) throw new Error(read.problem);
  expect(read.entry).toMatchObject({ title: "007", tags: ["1.10", "0x1F", "12345678901234567890"] });
  const written = writeEntry(
    {
      ...read.entry,
      id: "5b1f0a6c-0000-4000-8000-8e245b1f0a6c",
      created: new Date(0),
      updated: new Date(0),
      pinned: true,
    },
    raw,
  );
  expect(written).toMatch(/title: 007\ntags: \[ ?1\.10, 0x1F, 12345678901234567890 ?\]\n/);
});

test("front matter of many keys is read at once, and more than anybody needs is not read at all", () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `k${n}: v`).join("\n");
  expect(parseEntry(`---\ntitle: a\n${keys(6_000)}\n---\n`)).toMatchObject({ entry: { title: "a" } });
  expect(parseEntry(`---\ntitle: a\n${keys(6_000)}\nk5: w\n---\n`)).toEqual({ problem: "bad_yaml" });
  expect(parseEntry(`---\ntitle: a\n${keys(60_000)}\n---\n`)).toEqual({ problem: "too_large" });
});

test.each([
  ["---\ntitle: a\nid: 7\n---\n", "bad_field:id"],
  ["---\ntitle: a\npinned: maybe\n---\n", "bad_field:pinned"],
  ["---\ntitle: a\ncreated: someday\n---\n", "bad_field:created"],
  ["---\ntitle: a\nsource: me\n---\n", "bad_field:source"],
  ["---\ntitle: a\ntitle: b\n---\n", "bad_yaml"],
  ["---\n- a\n---\n", "bad_yaml"],
  ["---\ntitle: a\n", "no_front_matter"],
])("%j is told as %s", (raw, problem) => {
  expect(parseEntry(raw)).toEqual({ problem });
});
