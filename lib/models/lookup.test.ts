import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { lookUp, type Spoken, sentencesOf, termsOf } from "./lookup";

const u = (text: string): Spoken => ({ role: "user", text });
const a = (text: string): Spoken => ({ role: "assistant", text });

describe("what is compared", () => {
  it("is the words without those that every question has", () => {
    expect(termsOf("When does my flight leave?")).toEqual(termsOf("the FLIGHTS leave"));
    expect(termsOf("What is it?")).toEqual([]);
  });
  it("is pairs of characters where words are not set apart", () => {
    expect(termsOf("护照在哪里？")).toEqual(["护照"]);
    expect(termsOf("GPT模型怎么用")).toEqual(["gpt", "模型", "用"]);
  });
  it("keeps codes and names whole", () => {
    expect(termsOf("code QX7-11 by O'Brien")).toEqual(["code", "qx7-11", "o'brien"]);
  });
});

describe("a look-up", () => {
  const conversation = [
    u("My flight to Berlin leaves on 12 May at 9:40. The booking code is QX7-11."),
    a("Noted. Your flight leaves on 12 May."),
    u("我的护照放在蓝色文件夹里。周五要去上海见王医生。"),
    u("Where is the booking code?"),
    u("Grandma's recipe needs three eggs and no sugar at all."),
  ];

  it.each([
    ["When does my flight leave?", "12 May at 9:40"],
    ["what was the booking code", "QX7-11"],
    ["护照放在哪里？", "蓝色文件夹"],
    ["王医生什么时候见", "周五"],
    ["how many eggs for the recipe?", "three eggs"],
  ])("finds %s", (question, answer) => {
    expect(lookUp(question, conversation)[0]?.quote).toContain(answer);
  });

  it("finds nothing where nothing was said", () => {
    expect(lookUp("What about the elephant?", conversation)).toEqual([]);
    expect(lookUp("???", conversation)).toEqual([]);
  });

  it("prefers what was said later when both say as much", () => {
    const passages = lookUp("the door code", [u("The door code is 1111."), u("The door code is 2222.")]);
    expect(passages[0]?.quote).toContain("2222");
  });

  it("quotes what was said twice in the same words once", () => {
    const passages = lookUp("the door code", [a("The door code is 1111."), u("Noted: The door code is 1111.")]);
    expect(passages.map(({ role }) => role)).toEqual(["user"]);
  });

  it("quotes a piece of a line that has no end", () => {
    const [passage] = lookUp("needle", [u(`${"hay ".repeat(50_000)}needle ${"hay ".repeat(50_000)}`)]);
    expect(passage?.quote).toContain("needle");
    expect(passage?.quote.length).toBeLessThan(700);
  });

  const spoken = fc.array(
    fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      text: fc.string({ unit: "grapheme", maxLength: 60 }),
    }),
    { maxLength: 8 },
  );
  test.prop([fc.string({ unit: "grapheme" }), spoken])(
    "quotes only what stands there, the best first, the same each time",
    (question, messages) => {
      const passages = lookUp(question, messages);
      expect(passages).toEqual(lookUp(question, messages));
      for (const { quote, role } of passages) {
        const first = sentencesOf(quote)[0] ?? "";
        expect(messages.some((message) => message.role === role && message.text.includes(first))).toBe(true);
      }
      expect(passages.map(({ score }) => score)).toEqual(passages.map(({ score }) => score).sort((x, y) => y - x));
    },
  );
});
