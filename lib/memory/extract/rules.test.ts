import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { ToldMessage } from "./candidate";
import { extractByRules } from "./rules";

const SAID = new Date("2026-03-02T10:00:00Z");
const told = (text: string, more: Partial<ToldMessage> = {}): ToldMessage => ({
  id: "m1",
  role: "user",
  name: null,
  text,
  createdAt: SAID,
  ...more,
});
const found = (text: string, more?: Partial<ToldMessage>) => extractByRules([told(text, more)]);

describe("what people say of themselves is found", () => {
  it.each([
    ["I'm allergic to peanuts.", "fact", "Allergic to peanuts"],
    ["I live in Berlin.", "fact", "Lives in Berlin"],
    ["We moved to Munich last month.", "fact", "We moved to Munich last month"],
    ["I'm vegan.", "fact", "Vegan"],
    ["My name is Carla Weber.", "fact", "Name is Carla Weber"],
    ["My birthday is on 5 May.", "fact", "Birthday is on 5 May"],
    ["I work as a nurse at the children's hospital.", "fact", "Works as a nurse at the children's hospital"],
    ["My sister lives in Graz with her two kids.", "fact", "Sister lives in Graz with her two kids"],
    ["We have a dog called Rex.", "fact", "We have a dog called Rex"],
    ["I prefer window seats on long flights.", "preference", "Prefers window seats on long flights"],
    ["I'm using Postgres 16 and Next.js for our backend.", "fact", "Using Postgres 16 and Next.js for their backend"],
    ["I'm learning Japanese.", "fact", "Learning Japanese"],
    ["I was diagnosed with celiac disease last year.", "fact", "Was diagnosed with celiac disease last year"],
    ["I can't eat gluten.", "fact", "Can't eat gluten"],
    ["I always drink my coffee black.", "preference", "Always drinks their coffee black"],
    ["I'd rather have bullet points.", "preference", "I'd rather have bullet points"],
    ["My email is ann@example.com.", "fact", "Email is ann@example.com"],
    ["I will be in Oslo from 3 to 7 May.", "event", "Will be in Oslo from 3 to 7 May"],
    ["I'm 34.", "fact", "34 years old"],
    ["We agreed with the client to ship on 12 May.", "decision", "We agreed with the client to ship on 12 May"],
    ["I don't eat pork.", "preference", "Doesn't eat pork"],
    ["My favourite composer is Schubert.", "preference", "Favourite composer is Schubert"],
    ["We decided to use Postgres for the new service.", "decision", "We decided to use Postgres for the new service"],
    [
      "I have an appointment with Dr. Weber on Tuesday at 9:40.",
      "event",
      "Has an appointment with Dr. Weber on Tuesday at 9:40",
    ],
    ["I'm planning a trip to Japan in October.", "task", "Planning a trip to Japan in October"],
    ["I quit my job at the bank yesterday.", "event", "Quit their job at the bank yesterday"],
  ])("%j", (text, kind, title) => {
    expect(found(text)).toMatchObject([{ kind, title, messageIds: ["m1"] }]);
  });

  it("with the day that a relative date means", () => {
    expect(found("I quit my job at the bank yesterday.")[0]?.body).toBe(
      "I quit my job at the bank yesterday (1 March 2026).",
    );
    expect(found("我昨天去了慕尼黑看展览。")[0]?.body).toBe("我昨天（2026年3月1日）去了慕尼黑看展览。");
  });

  it("of each speaker of imported talk, with the name", () => {
    const batch = [
      told("I live in Berlin now.", { id: "a", name: "Ann" }),
      told("I moved to Rome in 2021.", { id: "b", role: "assistant", name: "Ben" }),
    ];
    expect(extractByRules(batch)).toMatchObject([
      { title: "Ann lives in Berlin now", body: "Ann: I live in Berlin now.", messageIds: ["a"] },
      { title: "Ben moved to Rome in 2021", body: "Ben: I moved to Rome in 2021.", messageIds: ["b"] },
    ]);
  });

  it("after what only leads to it", () => {
    expect(found("Thanks! By the way, I'm allergic to cats.")).toMatchObject([{ body: "I'm allergic to cats." }]);
  });

  it("at most twice in a message, the most telling first", () => {
    const many = "I'm vegan. I live in Berlin. I went to Rome last week. I bought a red bike. My birthday is on 5 May.";
    expect(found(many).map(({ title }) => title)).toEqual(["Lives in Berlin", "Birthday is on 5 May"]);
  });
});

describe("what is no fact about a person is left", () => {
  it.each([
    "Do I live in Berlin?",
    "记住我儿子叫奥托，他七岁",
    "别忘了我住在波恩。",
    "忘掉我的女儿对花生过敏。",
    "What should I cook tonight?",
    "If I lived in Berlin, I would take the train.",
    "I would love to live in Berlin.",
    "Maybe I should move to Berlin.",
    "I might go to Rome next week.",
    "Thanks a lot!",
    "ok",
    "haha",
    "I agree.",
    "I don't know.",
    "I think you are right.",
    "I see what you mean.",
    "I have a question about the invoice.",
    "I want you to write a poem about Berlin.",
    "Write a story in which I live in Berlin.",
    "Please translate this.",
    "Can you help me with my essay?",
    "You are right about my sister.",
    "I'm sorry to hear that.",
    "I appreciate your help.",
    'He said "I live in Berlin and I have a dog called Rex."',
    "> I live in Berlin with my dog Rex.",
    "```\nI live in Berlin.\n```",
    "Ann: I live in Berlin.\nBen: I moved to Rome.",
    "My password is hunter22.",
    "My card is 4111 1111 1111 1111.",
    "const my = { name: 'Rex' };",
    "The meeting is on Friday.",
    "It rains.",
    "",
    "Imagine I have a dog called Rex.",
    "Let's say I work as a nurse.",
    "I wonder how my sister does it.",
    "I get an error when I run npm install.",
    "I tried restarting the server but it still fails.",
    "I changed the title of the draft.",
    "I have a CSV file with 3 columns.",
    "I'm trying to fix a bug in my React component.",
    "I'm so tired today.",
    "I love your last answer.",
  ])("%j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("nor what the assistant, a tool or the system says", () => {
    expect(found("I live in Berlin.", { role: "assistant" })).toEqual([]);
    expect(found("I live in Berlin.", { role: "system" })).toEqual([]);
  });

  it("nor what stands in the middle of a long pasted text", () => {
    const paste = "The committee met again and talked about the roof of the hall. ".repeat(60);
    expect(found(`${paste} I live in Berlin. ${paste}`)).toEqual([]);
    expect(found(`I live in Berlin. ${paste}`)).toHaveLength(1);
  });
});

// [said, kind or null where nothing is to be kept]
const CHINESE: [string, string | null][] = [
  ["我对花生过敏。", "fact"],
  ["我住在柏林。", "fact"],
  ["我们上个月搬到了慕尼黑。", "fact"],
  ["我叫小雨，今年三十二岁。", "fact"],
  ["我的生日是5月3日。", "fact"],
  ["我女儿在上海读大学。", "fact"],
  ["我老婆是牙医。", "fact"],
  ["我妈妈下周三来看我们。", "fact"],
  ["我家养了一只猫，叫豆豆。", "fact"],
  ["我有两个孩子。", "fact"],
  ["我在一家出版社上班。", "fact"],
  ["我是一名护士。", "fact"],
  ["我上周从银行辞职了。", "fact"],
  ["我吃素。", "fact"],
  ["我不喝咖啡。", "preference"],
  ["我喜欢靠窗的座位。", "preference"],
  ["我最爱看科幻小说，比如《三体》。", "preference"],
  ["我讨厌香菜。", "preference"],
  ["我们决定用PostgreSQL做新项目。", "decision"],
  ["我们约好周五晚上七点见面。", "decision"],
  ["我打算十月去日本旅行。", "task"],
  ["我下周三要考驾照。", "task"],
  ["我昨天去了医院做检查。", "event"],
  ["对了，我上周末参加了半程马拉松。", "event"],
  ["我每天早上六点跑步。", "fact"],
  ["我会说德语和法语。", "fact"],
  ["我们家去年买了房。", "fact"],
  ["我的狗叫旺财。", "fact"],
  ["我正在学日语。", "fact"],
  ["我不能吃辣。", "fact"],
  ["我在北京一家互联网公司做产品经理。", "fact"],
  ["我和女朋友三年前认识的。", "event"],
  ["我们团队有12个人。", "fact"],
  ["我运行npm install的时候报错了。", null],
  ["我写了一个函数，但是不工作。", null],
  ["我喜欢第二个版本。", null],
  ["我今天很累。", null],
  ["我同事小李下个月结婚。", "fact"],
  ["你还记得我住在哪里吗？", null],
  ["我应该住在哪里？", null],
  ["如果我住在柏林，我就骑车上班。", null],
  ["要是我有一只猫就好了。", null],
  ["我觉得你说得对。", null],
  ["我想问一下怎么做红烧肉。", null],
  ["我不知道。", null],
  ["我明白了。", null],
  ["谢谢你帮我。", null],
  ["好的", null],
  ["哈哈", null],
  ["请帮我写一首关于我家猫的诗。", null],
  ["帮我把这段话翻译成英文。", null],
  ["你能告诉我天气怎么样吗", null],
  ["他说「我住在柏林，有一只猫」。", null],
  ["> 我住在柏林，养了一只猫。", null],
  ["```\n我住在柏林。\n```", null],
  ["小明：我住在柏林。\n小红：我住在罗马。", null],
  ["我的密码是hunter22。", null],
  ["我的身份证号是11010519491231002X。", null],
  ["今天天气不错。", null],
  ["会议改到周四了。", null],
  ["我国的人口很多。", null],
  ["我希望你用中文回答。", null],
  ["我有个问题想请教。", null],
  ["我可能会去罗马，也许吧。", null],
  ["为什么我总是失眠？", null],
];

describe("in Chinese", () => {
  it.each(CHINESE)("%j → %s", (text, kind) => {
    expect(found(text).map((one) => one.kind)).toEqual(kind === null ? [] : [kind]);
  });

  it("a title is short and not in the first person", () => {
    expect(found("我住在柏林。")[0]?.title).toBe("住在柏林");
    expect(found("我的狗叫旺财。")[0]?.title).toBe("狗叫旺财");
  });
});

describe("of any text", () => {
  const piece = fc.constantFrom(
    "I live in Berlin. ",
    "我住在柏林。",
    "my ",
    "```",
    "\n",
    "“",
    "password: abc123 ",
    "I've ",
    "last week ",
    "?",
    "> ",
  );
  test.prop([fc.array(fc.oneof(piece, fc.string({ unit: "grapheme" })), { maxLength: 20 })])(
    "titles and bodies are not empty, within bounds, and made the same every time",
    (parts) => {
      const candidates = found(parts.join(""));
      expect(found(parts.join(""))).toEqual(candidates);
      expect(candidates.length).toBeLessThanOrEqual(2);
      for (const { title, body } of candidates) {
        expect(title.trim()).not.toBe("");
        expect(Array.from(title).length).toBeLessThanOrEqual(120);
        expect(body.length).toBeLessThanOrEqual(2_000);
      }
    },
  );

  it.each(["I ", "my ", "我", "I have ", "a", "since we talked ", "I also ", '"', "last week ", "thanks, "])(
    "a megabyte of %j comes to an end",
    (piece) => {
      expect(() => found(piece.repeat(Math.ceil((1 << 20) / piece.length)))).not.toThrow();
    },
  );
});
