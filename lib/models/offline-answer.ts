import { lookUp, type Passage, type Spoken, termsOf } from "./lookup";

type Words = {
  hello: string;
  who: string;
  thanks: string;
  noted: string;
  forgets: string;
  found: string;
  recalled: string;
  elsewhere: string;
  nothing: (asked: string) => string;
  nothingYet: string;
  speaker: Record<Spoken["role"], string>;
};

const WHO = {
  en:
    "I am Cadau's built-in offline model. No AI model is connected, so I cannot reason or write for you; " +
    "what I can do is look up what was said in this conversation, and what an agent remembers or finds in others, and quote it. " +
    "The owner of the workspace can connect a model on the [Models page](/settings/models).",
  zh:
    "我是 Cadau 内置的离线模型。目前没有连接 AI 模型，所以我不会推理，也不会写作；" +
    "我能做的，是查找这段对话里说过的内容、智能体记住的内容和其他对话里的内容，并原文引用。" +
    "工作区的所有者可以在[模型页面](/settings/models)连接一个模型。",
};

const EN: Words = {
  hello: `Hello! ${WHO.en}`,
  who: WHO.en,
  thanks: "You are welcome.",
  noted: "That stands in this conversation. Ask me about it later, and I will quote it.",
  forgets: "I only look things up: what was said in this conversation stays in it until you delete it there.",
  found: "This is what was said about it in this conversation:",
  recalled: "This is what I remember about it:",
  elsewhere: "This is what I found about it elsewhere:",
  nothing: (asked) => `I found nothing about “${asked}” in this conversation.`,
  nothingYet: "There is nothing in this conversation yet that I could look up.",
  speaker: { user: "you", assistant: "the assistant" },
};

const ZH: Words = {
  hello: `你好！${WHO.zh}`,
  who: WHO.zh,
  thanks: "不客气。",
  noted: "这句话已经记在这段对话里。以后问起，我会原文引用。",
  forgets: "我只负责查找：这段对话里说过的话会一直留着，直到你在对话里删除它。",
  found: "关于这一点，对话里是这样说的：",
  recalled: "关于这一点，我记得：",
  elsewhere: "关于这一点，我在别处找到：",
  nothing: (asked) => `在这段对话里，我没有找到与“${asked}”有关的内容。`,
  nothingYet: "这段对话里还没有可以查找的内容。",
  speaker: { user: "你", assistant: "助手" },
};

const GREETING =
  /^(?:hi|hey|hello|hello there|hi there|good (?:morning|afternoon|evening)|greetings|你好|您好|嗨|哈喽|早上好|上午好|下午好|晚上好|大家好|在吗)[\s!.~,，。！～？?😊👋]*$/iu;
const WHO_ARE_YOU =
  /\b(?:who|what) are you\b|\bwhat can you do\b|\bwhich model\b|\bwhat model\b|\bare you (?:an ai|a bot|real|there)\b|你是谁|你是什么|你能做什么|你会什么|什么模型|哪个模型/iu;
const THANKS = /^(?:thanks?|thank you|thx|cheers|谢谢|多谢|感谢)[\s\w!.,，。！]{0,20}$/iu;
const QUESTION =
  /[?？]|^\s*(?:who|what|when|where|which|why|how|did|do|does|is|are|was|were|can|could|will|would|have|has|find|show|list|look|search|quote|tell|remind|recall|summari[sz]e)\b|什么|怎么|怎样|如何|多少|哪|几[点个天]|谁|吗|呢|为何|是否|查|找|搜|列出|告诉|回忆|总结/iu;

const FORGET = /^\s*(?:(?:please|pls|can you|could you)\s+)?(?:forget|stop remembering)\b|忘掉|忘记|忘了吧/iu;

/** What its tools have found outside of the conversation, and where that can be opened. */
export type FoundElsewhere = { text: string; role: Spoken["role"] | null; title: string; link: string };

/** What the offline model answers. `missing`: it is asked something that it cannot find in what it was given. */
export type OfflineReply = { text: string; missing: boolean };

/** The answer alone. */
export const offlineAnswer = (messages: readonly Spoken[], memory: readonly string[] = []): string =>
  offlineReply(messages, memory, []).text;

/** A function of the conversation, the memory and what was found elsewhere, and of nothing else. */
export function offlineReply(
  messages: readonly Spoken[],
  memory: readonly string[],
  elsewhere: readonly FoundElsewhere[],
): OfflineReply {
  const asked = messages.findLast((message) => message.role === "user")?.text.trim() ?? "";
  const words = speaksChinese(asked, messages) ? ZH : EN;
  const known = (text: string): OfflineReply => ({ text, missing: false });
  if (asked === "" || GREETING.test(asked)) return known(words.hello);
  if (THANKS.test(asked)) return known(words.thanks);

  const earlier = earlierThan(asked, messages);
  if (WHO_ARE_YOU.test(asked)) return known(words.who);
  if (FORGET.test(asked)) return known(words.forgets);
  const passages = lookUp(asked, earlier);
  const best = passages[0];
  // A plain statement is looked up only when it clearly names something said before: "Berlin trip" does, news does not.
  const wanted = QUESTION.test(asked) ? 0.25 : 0.75;
  if (best && best.coverage >= wanted) {
    return known(
      quoting(
        passages.filter(({ coverage }) => coverage >= wanted),
        words,
      ),
    );
  }
  const kept = memory.map((text): Spoken => ({ role: "user", text }));
  const recalled = QUESTION.test(asked) ? lookUp(asked, kept).filter(({ coverage }) => coverage >= wanted) : [];
  if (recalled.length > 0) {
    return known([words.recalled, ...recalled.map(({ quote }) => `> ${oneLine(quote)}`)].join("\n\n"));
  }
  if (!QUESTION.test(asked)) return known(introduced(messages) ? words.noted : `${words.noted}\n\n${words.who}`);
  const found = quotingElsewhere(asked, elsewhere, words);
  if (found !== null) return known(found);
  const nothing = earlier.length === 0 && elsewhere.length === 0 ? words.nothingYet : words.nothing(short(asked));
  const explains = earlier.length === 0 || !introduced(messages);
  return { text: explains ? `${nothing}\n\n${words.who}` : nothing, missing: true };
}

/** The sentences that speak of it, each with a link to where it was said. */
function quotingElsewhere(asked: string, elsewhere: readonly FoundElsewhere[], words: Words): string | null {
  const texts = elsewhere.map(({ text, role }): Spoken => ({ role: role ?? "user", text }));
  const passages = lookUp(asked, texts).filter(({ coverage }) => coverage >= 0.25);
  if (passages.length === 0) return null;
  const quotes = passages.flatMap(({ quote, message }) => {
    const source = elsewhere[message];
    if (!source) return [];
    const speaker = source.role === null ? "" : `${words.speaker[source.role]}, `;
    return [
      `> ${oneLine(quote)}  \n> — ${speaker}[${source.title.replace(/[[\]\\\n]/g, " ").trim() || "…"}](${source.link})`,
    ];
  });
  return [words.elsewhere, ...quotes].join("\n\n");
}

// One line each: a fence in it would take what follows with it. Two spaces before a line's end are Markdown's break.
const oneLine = (quote: string) => quote.replace(/\n+/g, " ").replace(/`{3,}|~{3,}/g, "`");

function quoting(passages: readonly Passage[], words: Words): string {
  const quotes = passages.map(({ quote, role }) => `> ${oneLine(quote)}  \n> — ${words.speaker[role]}`);
  return [words.found, ...quotes].join("\n\n");
}

/** What came before the question, without earlier askings of the same and without this model's own answers. */
function earlierThan(asked: string, messages: readonly Spoken[]): Spoken[] {
  const last = messages.findLastIndex((message) => message.role === "user");
  const same = termsOf(asked).join(" ");
  return messages.slice(0, last).filter(({ role, text }) => {
    if (role === "assistant") return !isOwn(text);
    return text.trim() !== asked && (same === "" || termsOf(text).join(" ") !== same);
  });
}

const OWN = [EN, ZH].flatMap(({ hello, who, noted, forgets, found, recalled, elsewhere, nothing, nothingYet }) => [
  ...[hello, who, noted, forgets, found, recalled, elsewhere, nothingYet],
  nothing("\n").split("\n")[0] ?? "",
]);
const isOwn = (text: string) => OWN.some((beginning) => text.startsWith(beginning));

/** Whether it said what it is already: once a conversation is enough. */
const introduced = (messages: readonly Spoken[]) =>
  messages.some(({ role, text }) => role === "assistant" && (text.includes(WHO.en) || text.includes(WHO.zh)));

function speaksChinese(asked: string, messages: readonly Spoken[]): boolean {
  if (/\p{L}/u.test(asked)) return /\p{Script=Han}/u.test(asked);
  return /\p{Script=Han}/u.test(messages.findLast(({ text }) => /\p{L}/u.test(text))?.text ?? "");
}

function short(asked: string): string {
  const runes = Array.from(asked.replace(/\s+/g, " "));
  return runes.length > 60 ? `${runes.slice(0, 60).join("")}…` : runes.join("");
}
