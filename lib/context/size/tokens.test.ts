import { encode as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { estimateTokens, learnedFactor, UNKNOWN_FACTOR } from "./tokens";

/** Running text of each kind, as it stands in conversations. */
const WRITINGS: Record<string, string> = {
  English:
    "We planned the trip to Bergen for the twelfth of June; the boat leaves at nine, and the tickets cost 1,240 euros in all. " +
    "Could you write to the harbour office, ask whether dogs are allowed, and tell me what they say? I would rather not wait until Friday.",
  Chinese:
    "我们计划六月十二日去卑尔根，船九点开，票一共一千二百四十欧元。你能不能给港口写封信，问一下可不可以带狗，然后把他们的回复告诉我？我不想等到星期五。" +
    "另外，请把上次讨论的合同条款整理成表格，重点标出付款期限和违约责任。",
  "Chinese in traditional characters":
    "我們計劃六月十二日去卑爾根，船九點開，票一共一千二百四十歐元。請把上次討論的合約條款整理成表格。",
  Japanese:
    "六月十二日にベルゲンへ行く予定です。船は九時に出発し、切符は全部で千二百四十ユーロです。港に手紙を書いてください。",
  Korean: "우리는 6월 12일에 베르겐에 가기로 했습니다. 배는 아홉 시에 출발하고 표는 모두 1,240유로입니다.",
  German:
    "Wir fahren am zwölften Juni nach Bergen; das Schiff legt um neun Uhr ab, und die Fahrkarten kosten zusammen 1.240 Euro. Könntest du bitte nachfragen?",
  Russian:
    "Мы едем в Берген двенадцатого июня; корабль отходит в девять, билеты стоят вместе 1240 евро. Напиши, пожалуйста, в порт.",
  emoji: "Sounds great! 🎉🎉 See you there 👋🏽 👨‍👩‍👧‍👦 🇳🇴 🚢⚓️ ❤️ and bring the 🐕 please 😂😂😂",
  TypeScript:
    "export async function rollOnce(claim: Claim, wish: RollWish): Promise<Rolled> {\n  const db = await getDb();\n  const state = await contextState(db, claim.sessionId);\n" +
    '  if (!state) return { kind: "nothing" };\n  for (let i = 0; i < units.length; i++) sum += units[i]?.runes ?? 0;\n}\n',
  JSON: JSON.stringify({
    id: "01a23802-c5c8-74a5",
    status: "complete",
    items: [
      { n: 1, price: 19.99 },
      { n: 2, price: 5 },
    ],
    ok: true,
  }),
  "a table": "| Day | Runs | Share |\n| --- | ---: | ---: |\n| Monday | 12 | 40 % |\n| 星期二 | 18 | 60 % |\n",
  "an address": "https://example.org/a/long/path?with=query&and=more#fragment 192.168.10.24 2026-06-12T09:00:00Z",
};

const repeated = (text: string) => text.repeat(Math.ceil(2_000 / text.length));

describe.each(Object.entries({ cl100k, o200k }))("against the tokens of %s", (_, encode) => {
  test.each(Object.entries(WRITINGS))(
    "%s is not estimated too low for an unknown model, nor at more than three times",
    (_, text) => {
      const real = encode(repeated(text)).length;
      const estimate = estimateTokens(repeated(text));
      expect((estimate * UNKNOWN_FACTOR.factor) / real).toBeGreaterThanOrEqual(1);
      expect(estimate / real).toBeLessThan(3);
    },
  );
});

test("answers teach what a tokenizer really counts, and one odd figure hardly moves it", () => {
  const text = repeated(WRITINGS.Chinese ?? "");
  const estimate = estimateTokens(text);
  const real = o200k(text).length;
  let known = UNKNOWN_FACTOR;
  for (let i = 0; i < 20; i++) known = learnedFactor(known, estimate, real);
  expect((known.factor * estimate) / real).toBeGreaterThan(0.97);
  expect((known.factor * estimate) / real).toBeLessThan(1.1);
  const odd = learnedFactor(known, estimate, real * 1_000);
  expect(odd.factor / known.factor).toBeLessThanOrEqual(1.25);
  for (const none of [undefined, 0, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(learnedFactor(known, estimate, none)).toBe(known);
  }
});
