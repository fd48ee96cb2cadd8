/** What a turn of the demonstration is about. `n` is its place, so that every one can be told apart. */
export type DemoSubject = { n: number; thing: string; place: string; amount: number };
type Phrase = (subject: DemoSubject) => string;
type Some<T> = readonly [T, ...T[]];

export const demoThings: Some<string> = [
  "the harbour survey",
  "the ferry timetable",
  "the grant application",
  "the greenhouse sensors",
  "the reading group",
  "the apartment lease",
  "the choir tour",
  "the invoice import",
  "the bicycle repair",
  "the thesis chapter",
];

export const demoPlaces: Some<string> = ["Bergen", "Kyoto", "成都", "Lisbon", "Tromsø", "Oaxaca", "杭州", "Gdańsk"];

/** Questions, each with what is answered to it. */
export const demoTurns: Some<readonly [question: Phrase, answer: Phrase]> = [
  [
    ({ thing, place }) => `Where did we leave ${thing} for ${place}?`,
    ({ thing, place, n }) =>
      `We had settled ${thing} for ${place} except for the date. That is note ${n}; the rest stands.`,
  ],
  [
    ({ thing, amount }) => `How much of the ${amount} hours for ${thing} is used up?`,
    ({ thing, amount }) =>
      `About ${Math.round(amount * 0.6)} of ${amount} hours. Of ${thing}, three parts are done:\n\n` +
      "1. the list of what is there\n2. the plan for the first week\n3. the letter to the council\n\n" +
      "Still open is **who signs it**. I would ask before Friday, since the office is closed after that.",
  ],
  [
    ({ thing }) => `Can you write a short note about ${thing} that I can send to the others?`,
    ({ thing }) =>
      `Of course:\n\n> Dear all,\n>\n> a short word on ${thing}: it is on its way, and nothing is needed from you before Monday.\n>\n> Kind regards`,
  ],
  [
    ({ place, n }) => `我们上次说到${place}的安排，第 ${n} 条里提到的日期还算数吗？`,
    ({ place, amount }) =>
      `算数。${place}那边的安排是：\n\n- 上午九点出发，路上大约 ${1 + (amount % 5)} 小时\n- 下午看两处地方，晚上回来\n- 费用一共 ${amount} 元，已经包括门票\n\n如果下雨，就把下午的部分换到第二天。`,
  ],
  [
    ({ thing, place, amount }) =>
      `I talked to the people in ${place} this morning. They want ${thing} to be ready two weeks earlier than we planned, ` +
      `they can pay ${amount} euros more for it, and they asked whether the part with the drawings could come first.\n\n` +
      "What would have to move, and what would you tell them?",
    ({ thing, place, amount, n }) =>
      `Let me go through it slowly, since ${thing} has more parts than it seems.\n\n` +
      `First, the people in ${place} asked for the drawings. They exist, in two versions; the second one has the corrections of ${amount} places and is the one to send.\n\n` +
      "> The committee agreed to the second version, provided that the stairs are moved.\n\n" +
      "Second, the money. What was granted covers the material and the work, not the transport. I would write that down now, because it comes up again at the end and nobody remembers who said what.\n\n" +
      "Third, the date. Two weeks earlier is possible if the survey does not wait for the tide tables, and it does not have to: those of last year differ by minutes.\n\n" +
      `So: send version two, name the transport, move the survey. That is what I would tell them (${n}).`,
  ],
  [
    ({ thing }) => `Show me a function that sorts the entries of ${thing} by date, please.`,
    ({ n }) =>
      `Here it is:\n\n\`\`\`ts\ntype Entry = { id: number; at: Date };\n\n/** Oldest first; equal times keep their order. */\nexport function byDate(entries: readonly Entry[]): Entry[] {\n  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());\n}\n\nbyDate([{ id: ${n}, at: new Date() }]);\n\`\`\`\n\n\`toSorted\` leaves the original as it is.`,
  ],
  [
    ({ amount, place }) => `Compare the ${amount} km by train and by car to ${place} in a table.`,
    ({ amount, place }) =>
      `| to ${place} | train | car |\n| --- | ---: | ---: |\n| distance | ${amount} km | ${amount + 38} km |\n| time | ${Math.ceil(amount / 110)} h | ${Math.ceil(amount / 82)} h |\n| cost | ${(amount * 0.14).toFixed(2)} € | ${(amount * 0.31).toFixed(2)} € |\n\nBy train you also arrive in the middle of the town.`,
  ],
  [
    ({ thing }) => `Is there anything in ${thing} that you are not sure about? 🤔`,
    ({ amount }) =>
      `One thing: the mean comes out as\n\n$$\\bar{x} = \\frac{1}{n}\\sum_{i=1}^{n} x_i = ${(amount / 7).toFixed(3)}$$\n\nand with $n = 7$ that is far too few to say more than that it is positive.`,
  ],
  [
    ({ place }) => `${place}：下周的天气和交通，有什么要注意的？`,
    ({ amount }) => `周三下午可能下雨，其他几天晴。去的路上第 ${amount} 公里处在修路，早一点出发就好。`,
  ],
  [({ thing }) => `Shall I call them about ${thing} today?`, () => "Yes."],
  [() => "谢谢，那就这样定了。", ({ n }) => `不客气！这是第 ${n} 条，已经记下来了。👍🏽`],
];
