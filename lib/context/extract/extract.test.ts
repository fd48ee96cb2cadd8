import { fc, test } from "@fast-check/vitest";
import { afterEach, describe, expect, it, vi } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import { Extract, type Told } from "./extract";

const START = Date.UTC(2026, 2, 2, 9);
const DAY_MS = 86_400_000;
type Line = { text: string; role?: Told["role"]; name?: string | null; day?: number };

function told(lines: readonly (Line | string)[]): Told[] {
  return lines.map((line, seq) => {
    const { text, role = "user", name = null, day = 0 } = typeof line === "string" ? { text: line } : line;
    return { seq, role, name, text, createdAt: new Date(START + day * DAY_MS + seq * 1_000) };
  });
}

function extract(
  lines: readonly (Line | string)[],
  given: { summary?: string; kept?: string[]; capRunes?: number } = {},
) {
  const { summary = "", kept = [], capRunes = 2_000 } = given;
  const summariser = new Extract({ summary, kept, capRunes });
  for (const message of told(lines)) summariser.add(message);
  return summariser.result();
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("what is said", () => {
  it("stands under its day, in the order it was said, with who said it", () => {
    const summary = extract([
      "My dentist is Dr. Weber in Basel. The appointment is on 12 May at 9:40.",
      { role: "assistant", text: "The clinic opens at 8:30." },
      { text: "我们决定周五之前把报告交给王医生。记得带护照！", day: 1 },
      { role: "assistant", text: "报告的编号是 QX7-11。", day: 1 },
      { name: "Anna", text: "I prefer the window seat.", day: 2 },
    ]);
    expect(summary).toBe(
      [
        "2026-03-02",
        "My dentist is Dr. Weber in Basel. The appointment is on 12 May at 9:40.",
        "Assistant: The clinic opens at 8:30.",
        "2026-03-03",
        "我们决定周五之前把报告交给王医生。记得带护照！",
        "助手：报告的编号是 QX7-11。",
        "2026-03-04",
        "Anna: I prefer the window seat.",
      ].join("\n"),
    );
  });

  const filler = Array.from(
    { length: 60 },
    (_, i) =>
      `That is rather interesting to hear about the weather and things like clouds, number ${"x".repeat(i % 9)}${i % 7}.`,
  );
  it.each([
    ["a name and a number", "Bring 12 chairs to Otto Lindqvist."],
    ["a decision", "We decided to use PostgreSQL for the archive."],
    ["a task", "I have to call the landlord by Friday."],
    ["a preference", "I prefer green tea without sugar."],
    ["a decision in Chinese", "我们决定用蓝色的封面。"],
    ["a task in Chinese", "记得周五之前交房租。"],
  ])("keeps %s among much talk", (_, fact) => {
    expect(extract([...filler.slice(0, 30), fact, ...filler.slice(30)], { capRunes: 400 })).toContain(fact);
  });

  it("leaves out courtesies and empty questions", () => {
    const summary = extract(["Thanks a lot!", "How are you?", "你好！", "谢谢。", "My train leaves at 7:15."]);
    expect(summary).toBe("2026-03-02\nMy train leaves at 7:15.");
  });

  it("is left out where it is code, as long as there are words", () => {
    const code = Array.from({ length: 40 }, (_, i) => `value${i} = compute(${i})`).join("\n");
    expect(extract([`My parser fails on line 7.\n\`\`\`\n${code}\n\`\`\``], { capRunes: 300 })).toContain(
      "My parser fails on line 7.",
    );
  });
});

describe("what was said twice", () => {
  it("stands there once, and remains the person's word", () => {
    const summary = extract(["The booking code is QX7-11.", { role: "assistant", text: "the booking code is QX7-11" }]);
    expect(summary).toBe("2026-03-02\nThe booking code is QX7-11.");
  });

  it.each([
    ["The door code is 1111.", "The door code is now 2222.", "1111", "2222"],
    ["My favourite colour is red.", "My favourite colour is blue.", "red", "blue"],
    ["会议时间是周三下午。", "会议时间改到周五上午。", "周三", "周五"],
  ])("otherwise holds as it was said last: %s %s", (before, after, gone, stands) => {
    expect(extract([before, after])).not.toContain(gone);
    expect(extract([before, after])).toContain(stands);
    const merged = extract([after], { summary: extract([before]) });
    expect(merged).not.toContain(gone);
    expect(merged).toContain(stands);
  });

  it("of different things with the same value is not the same", () => {
    const lines = ["Red: 5", "Blue: 5"];
    const first = extract(lines);
    for (const line of lines) expect(first).toContain(line);
    const merged = extract(lines, { summary: first });
    for (const line of lines) expect(merged.split(line)).toHaveLength(2);
  });
});

describe("a sentence longer than the cap", () => {
  const long = `${"👩🏽‍🚀我 ".repeat(200)}end.`;
  it("is left out", () => {
    expect(extract([long, "My key is under the mat."], { capRunes: 100 })).toBe("2026-03-02\nMy key is under the mat.");
  });
  it("is cut between graphemes where there is nothing else", () => {
    const summary = extract([long], { capRunes: 100 });
    expect(summary).toMatch(/^(👩🏽‍🚀我 )*(👩🏽‍🚀)?(👩🏽‍🚀我)?…$/u);
    expect(countRunes(summary)).toBeLessThanOrEqual(100);
    expect(countRunes(summary)).toBeGreaterThan(75);
  });
});

describe("merging again", () => {
  it("brings the newest facts in and keeps the cap, ten times over, with nothing twice", () => {
    const marks = (round: number, i: number) => `R${round}N${i}`;
    for (const say of [
      (mark: string) =>
        `I agreed with Otto Lindqvist to send the parcel ${mark} to the harbour office of ${mark.toLowerCase()}x.`,
      (mark: string) => `我们决定把编号为${mark}的箱子送到码头办公室。`,
    ]) {
      let summary = "";
      for (let round = 0; round < 10; round++) {
        const lines = Array.from({ length: 12 }, (_, i) => ({ text: say(marks(round, i)), day: round }));
        summary = extract(lines, { summary, capRunes: 600 });
        expect(countRunes(summary)).toBeLessThanOrEqual(600);
        expect(summary).toContain(`R${round}N`);
        const all = summary.split("\n");
        expect(new Set(all).size).toBe(all.length);
        const found = summary.match(/R\d+N\d+/g) ?? [];
        expect(new Set(found).size).toBe(found.length);
      }
    }
  });

  it("with nothing new changes nothing", () => {
    const summary = extract([
      "My dentist is Dr. Weber. The code is QX7-11.",
      { role: "assistant", text: "The clinic opens at 8:30.", day: 3 },
    ]);
    expect(extract([], { summary })).toBe(summary);
  });

  it("keeps some of the old summary however much is new", () => {
    const summary = extract(["My daughter Ida was born on 3 May 2019."]);
    const lines = Array.from(
      { length: 3_000 },
      (_, i) => `I paid ${i} crowns to shop ${i * 7} in street ${i * 13} on Monday.`,
    );
    expect(extract(lines, { summary, capRunes: 500 })).toContain("My daughter Ida was born on 3 May 2019.");
  });

  it("takes a model's summary line by line", () => {
    const summary =
      "## Facts\n\n- **Ida**: born on 3 May 2019\n- Rent is due on the 5th\n\n## Open\n1. Call the landlord";
    const merged = extract(["The rent is 900 francs."], { summary });
    for (const fact of ["**Ida**: born on 3 May 2019", "Rent is due on the 5th", "Call the landlord", "900 francs"])
      expect(merged).toContain(fact);
  });

  it("keeps a person's lines first, word for word and once", () => {
    const kept = ["* Always call me  Captain.", "我对花生过敏"];
    const summary = extract(["我对花生过敏。", "Always call me Captain.", "My ship is the Aurora."], {
      summary: `My ship was old.\n${kept[0]}\n${kept[1]}`,
      kept,
    });
    expect(summary.startsWith(`${kept.join("\n")}\n`)).toBe(true);
    expect(summary.match(/花生/g)).toHaveLength(1);
    expect(summary.match(/Captain/g)).toHaveLength(1);
    expect(summary).toContain("Aurora");
  });
});

describe("of any conversation", () => {
  const words = fc.constantFrom(
    "Anna",
    "harbour",
    "code",
    "QX7",
    "3.14",
    "my",
    "is",
    "we",
    "decided",
    "Friday",
    "Dr.",
    "tea",
    "🇩🇪",
    "👩🏽‍🚀",
    "note:",
    "-",
    "1.",
    "\u0301",
  );
  const han = fc.constantFrom("我", "决定", "周五", "护照", "王医生", "是", "报告", "12号", "喜欢", "「好」");
  const ends = fc.constantFrom(". ", "! ", "? ", "。", "！", "\n", "；", "… ");
  const sentence = fc.oneof(
    fc.tuple(fc.array(words, { minLength: 1, maxLength: 9 }), ends).map(([list, end]) => list.join(" ") + end),
    fc.tuple(fc.array(han, { minLength: 1, maxLength: 9 }), ends).map(([list, end]) => list.join("") + end),
  );
  const line: fc.Arbitrary<Line> = fc.record({
    text: fc.oneof(
      fc.array(sentence, { maxLength: 6 }).map((list) => list.join("")),
      fc.string({ unit: "grapheme", maxLength: 80 }),
    ),
    role: fc.constantFrom<Told["role"]>("user", "assistant", "system"),
    name: fc.constantFrom(null, null, "Anna", "王 医生", "a:b\nc"),
    day: fc.nat(3),
  });
  const conversations = fc.array(line, { maxLength: 25 });
  const caps = fc.integer({ min: 1, max: 900 });
  const keptLines = fc.array(fc.constantFrom("- I am allergic to nuts.", "我住在巴塞尔。", "Call me Captain"), {
    maxLength: 2,
  });

  /** Without blanks, and the frame off: what has to be from the input. */
  const bare = (text: string) => text.replace(/\s+/gu, "");

  test.prop([conversations, caps, keptLines])(
    "the cap holds, kept lines stand, and all else was said",
    (lines, capRunes, kept) => {
      const ordered = [...lines].sort((a, b) => (a.day ?? 0) - (b.day ?? 0));
      const summary = extract(ordered, { capRunes, kept });
      const head = [...new Set(kept)];
      expect(countRunes(summary)).toBeLessThanOrEqual(Math.max(capRunes, countRunes(head.join("\n"))));
      expect(summary.startsWith(head.join("\n"))).toBe(true);
      const said = ordered.map(({ text }) => bare(text));
      for (const row of summary.slice(head.join("\n").length).split("\n")) {
        if (/^(2026-03-0\d)?$/.test(row)) continue;
        const withoutSpeaker = row.replace(/^(Assistant: |助手：|Anna(: |：)|王 医生(: |：)|a b c(: |：))/, "");
        // A line may join sentences of two messages: each of them is found.
        let rest = bare(withoutSpeaker.replace(/…$/, ""));
        while (rest) {
          let length = rest.length;
          while (length > 0 && !said.some((text) => text.includes(rest.slice(0, length)))) length--;
          expect(length).toBeGreaterThan(0);
          rest = rest.slice(length);
        }
      }
    },
  );

  test.prop([conversations, caps])("it is the same every time", (lines, capRunes) => {
    expect(extract(lines, { capRunes })).toBe(extract(lines, { capRunes }));
  });

  test.prop([conversations, conversations, caps])(
    "what comes out can go in: no line twice, no speaker or day doubled, within the cap",
    (first, second, capRunes) => {
      let summary = extract(first, { capRunes });
      for (const lines of [second, first, []]) {
        summary = extract(lines, { summary, capRunes });
        expect(countRunes(summary)).toBeLessThanOrEqual(capRunes);
        expect(summary).not.toMatch(/^(\d{4}-\d{2}-\d{2})\n\1$|Assistant: Assistant: |助手：助手：/m);
        expect(summary.isWellFormed()).toBe(true);
        const rows = summary.split("\n").filter((row) => row !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(row));
        expect(new Set(rows).size).toBe(rows.length);
      }
    },
  );
});

describe("of a very long conversation", () => {
  it.each([
    [
      "English",
      (i: number) =>
        `I paid ${(i * 7919) % 100_003} crowns to Anna${(i * 31) % 977} for parcel P${i}. Then we left on day ${i % 365}.`,
    ],
    ["Chinese", (i: number) => `我付了${(i * 7919) % 100_003}元给王医生买第${i}号箱子。然后我们在第${i % 365}天出发！`],
  ])("the work grows with its length and no faster, in %s", (_, say) => {
    const log = vi.spyOn(Math, "log");
    const weighings = (count: number) => {
      log.mockClear();
      extract(
        Array.from({ length: count }, (_, i) => say(i)),
        { capRunes: 1_000 },
      );
      return log.mock.calls.length;
    };
    const small = weighings(2_000);
    expect(weighings(8_000)).toBeLessThan(small * 4.5);
  });
});
