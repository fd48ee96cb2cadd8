import { type Command, commandOf } from "./command";

const POLITE =
  "请|麻烦(?:你|您)?|拜托(?:你|您)?|劳驾|帮(?:我|忙)|替我|给我|务必|千万|一定要?|希望你|想(?:让|请)你|要你|需要你|你(?:要|得|必须|应该|可以|能)|您(?:要|得)|能不能|能否|可不可以|可否|可以";
const OTHER =
  "好的?|嗯|对了|那|另外|还有|顺便|以后|今后|下次|从现在起|你|您|我|要|重要|提醒一下|备注|谢谢|记得|这个|这件事|这一?点";
const START = String.raw`^\s{0,4}(?:[-*•]\s*|\d{1,2}[.、)]\s*)?(?<lead>(?:(?:${POLITE}|${OTHER})[，,：:！!。\s]{0,3}){0,6})`;
const REST = String.raw`(?<what>[\s\S]*)$`;
const pattern = (command: string, rest = REST) => new RegExp(`${START}(?:${command})${rest}`, "du");
const isPolite = new RegExp(POLITE, "u");

const REMEMBER = [
  pattern("(?:别|不要|不能|不许|勿|不准)(?:再)?忘(?:了|记|掉)?(?:了)?"),
  pattern("(?:永远|好好)?(?:记住|牢记|谨记|记好|记牢|记着)(?!了?(?:吗|没|么)|了$|了[，。！,.!])"),
  pattern(
    "(?:做个?(?:笔记|记录|备忘)|(?:记|记录|备注)(?:一下(?!账)|下来|一笔(?!账))|记下(?!来)|(?:存|加|写|记|保存|添加)(?:入|到|进)(?:你的|长期)?记忆(?:里|中|库)?)",
  ),
];
/** "Remember" that may as well begin a tale: only where it is asked for. */
const REMEMBER_IF_ASKED = pattern("记得");
const AS_OBJECT = [
  pattern(
    String.raw`[把将](?<what>[^，。！？\n]{1,200}?)(?:记住|记下来?|记好|记牢|记录下来|(?:存|加|写|记|保存|添加)(?:入|到|进)(?:你的|长期)?记忆(?:里|中|库)?)`,
    "",
  ),
];
const FORGET = [
  pattern("(?:别|不要)再?(?:继续)?记(?:得|着)"),
  pattern("从(?:你的)?记忆(?:库)?(?:里|中)?(?:删掉|删除|移除|去掉|清除|抹掉|抹去)"),
  pattern("忘掉"),
  pattern("(?:删掉|删除|清除|抹掉)你?(?:对|关于)(?=.{1,40}的(?:所有|全部)?记忆)"),
];
const FORGET_IF_NAMED = pattern("忘(?:记|了)");
const FORGET_OBJECT = [
  pattern(
    String.raw`[把将](?<what>[^。！？\n]{1,200}?)从(?:你的|长期)?记忆(?:库)?(?:里面|里|中)?(?:删掉|删除|删了|移除|去掉|清除|抹掉|抹去|拿掉)`,
    "",
  ),
  pattern(String.raw`[把将](?<what>[^，。！？\n]{1,200}?)(?:忘掉|忘了|忘记|从脑子里删掉)`, ""),
  pattern(String.raw`(?:删掉|删除|清除|抹掉)(?<what>[^。！？\n]{1,200}?)的记忆`, ""),
];
/** 「我吃素，记一下。」 */
const AT_THE_END =
  /^(?<what>[\s\S]{2,300}?)[，,；;。—-]\s{0,2}(?:(?:请|麻烦|帮我|替我|你|要|一定要?|务必|千万)\s{0,2}){0,3}(?:记住(?:这一?点|这个|这件事|它)?|记一下|记下来?|记好|别忘(?:了|记)?|不要忘(?:了|记)?)(?:哦|啊|呀|吧|哈|喔|谢谢|，谢谢)*[。！!.\s]*$/du;

const POINTING =
  /^\s*(?:[，,])?(?:了)?(?:我(?:刚才|刚刚|之前|上面)?说的(?:话|事|内容)?|这个|这些|这一?点|这件事|这句话|那个|那一?点|它|下面(?:的话|这些)?|以下(?:内容)?)?(?:哦|啊|呀|吧|哈|喔|了)*[\s。！!，,：:]*$/u;
const QUESTION = /[?？]\s*$|(?:吗|么|呢|没有|没|怎么.{0,4})[。.！!\s]*$/u;
const LOOKING_BACK = /^(?:我[。！!\s]*$|了?(?:吗|没有|不)|不住|那(?:年|天|时|次|个时候)|去年|小时候|当年|以前|上次)/u;
const DISMISSED =
  /^(?:它|这事|这个)?(?:吧|算了|了)[。！!\s]*$|^(?:之前|以上|上面|前面|所有|全部)的?(?:指令|提示词?|规则|设定|对话)/u;
/** The object of what is to be forgotten, where no one is asked: "forget my address", not "forgot the keys". */
const OBJECT = /^(?:关于|有关|我|那|这|之前|所有|全部|刚才|一切|她|他)/u;
const LEADING = /^[\s，,：:；;]*(?:(?:一下|这一?点|这个|这件事|以下内容)(?=[\s，,：:])|一下|说)?[\s，,：:；;]*/u;
const SAID =
  /^[\s，,：:]*(?:(?:我|我们)(?:之前|刚才|以前|上次)?(?:跟你|对你|和你|告诉你|给你)?(?:说|讲|提)(?:过|到)?的?|所有)?(?:关于|有关)?[\s，,：:]*/u;

/** The command in a Chinese sentence in which quotations are hidden. */
export function chineseCommand(sentence: string): Command | null {
  if (!/[记忘]/u.test(sentence)) return null;
  const tagless = sentence.replace(/[，,\s]*(?:好吗|好不好|可以吗|行吗|行不行|好么)\s*[?？。]?\s*$/u, "");
  const asks =
    QUESTION.test(tagless) && !/^.{0,8}(?:能不能|能否|可不可以|可否|能|可以)(?:请|帮|替|麻烦)/u.test(tagless);
  if (asks) return null;
  const plain = tagless.replace(/[吗么]\s*[?？。]?\s*$/u, "");
  return forgotten(plain) ?? remembered(plain);
}

function remembered(sentence: string): Command | null {
  for (const each of AS_OBJECT) {
    const match = each.exec(sentence);
    if (!match) continue;
    // 「把我的生日记下来：5月3号」: what follows says it.
    const after = /^\s*[:：，,]\s*(?=\S)/u.exec(sentence.slice(match[0].length));
    const command = commandOf("remember", match, POINTING);
    if (!after) return command;
    return {
      ...command,
      from: command.points ? match[0].length + after[0].length : command.from,
      to: sentence.length,
      points: null,
    };
  }
  for (const each of [...REMEMBER, REMEMBER_IF_ASKED]) {
    const match = each.exec(sentence);
    if (!match || saysOwn(match)) continue;
    if (each === REMEMBER_IF_ASKED && !isPolite.test(match.groups?.["lead"] ?? "")) continue;
    if (LOOKING_BACK.test(match.groups?.["what"] ?? "")) return null;
    return withoutLead(commandOf("remember", match, POINTING), sentence, LEADING);
  }
  const end = AT_THE_END.exec(sentence);
  return end && !/^(?:如果|要是|我(?:没|不))/u.test(sentence)
    ? { ...commandOf("remember", end, /^$/), points: null }
    : null;
}

function forgotten(sentence: string): Command | null {
  for (const each of FORGET_OBJECT) {
    const match = each.exec(sentence);
    if (match && !saysOwn(match)) return withoutLead(commandOf("forget", match, POINTING), sentence, SAID);
  }
  for (const each of [...FORGET, FORGET_IF_NAMED]) {
    const match = each.exec(sentence);
    if (!match || saysOwn(match)) continue;
    const what = match.groups?.["what"] ?? "";
    if (DISMISSED.test(what) || POINTING.test(what)) return null;
    const lead = match.groups?.["lead"] ?? "";
    const asked = isPolite.test(lead);
    if (
      each === FORGET_IF_NAMED &&
      !asked &&
      ((lead !== "" && /[你您]/u.test(lead)) || !OBJECT.test(what) || /了[。！!\s]*$/u.test(what))
    )
      return null;
    return withoutLead(commandOf("forget", match, POINTING), sentence, SAID);
  }
  return null;
}

/** 「我记住了」「我要记住」「我忘了」 tell of the person, unless somebody is asked: 「我要你记住」. */
function saysOwn(match: RegExpExecArray): boolean {
  const before = match.groups?.["lead"] ?? "";
  return before.includes("我") && !/(?:帮|替|给|请|让|要|想|希望|需要).{0,2}[我你您]|[你您]/u.test(before);
}

function withoutLead(command: Command, sentence: string, words: RegExp): Command {
  const skipped = words.exec(sentence.slice(command.from, command.to))?.[0].length ?? 0;
  return { ...command, from: command.from + skipped };
}
