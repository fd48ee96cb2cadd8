import { termNumbers } from "@/lib/search/rough-terms";
import type { Found, Pattern } from "./found";

const PEOPLE =
  "老婆|妻子|太太|老公|丈夫|先生|爱人|女儿|儿子|孩子|宝宝|妈妈|爸爸|母亲|父亲|爸妈|父母|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|表哥|表弟|表姐|表妹|侄子|侄女|男朋友|女朋友|男友|女友|对象|未婚夫|未婚妻|朋友|闺蜜|室友|邻居|同事|同学|老板|领导|经理|老师|导师|教练|医生|牙医|房东|家人|搭档";
const PETS = "狗狗?|小狗|猫咪?|小猫|兔子|仓鼠|鹦鹉|金鱼|乌龟|宠物";

const PATTERNS: Pattern[] = [
  {
    pattern: /过敏|不耐受|我不能[吃喝]|糖尿病|高血压|哮喘|偏头痛/u,
    kind: "fact",
    tag: "健康",
    score: 5,
    terse: true,
  },
  { pattern: /生日(?:是|在)|的生日|纪念日(?:是|在)/u, kind: "fact", tag: "生日", score: 4.5, terse: true },
  {
    pattern:
      /^我(?:的名字)?(?:叫|姓|今年.{0,6}岁|属|来自|是.{0,6}人)|^我.{0,4}\d{1,3}岁|^我.{0,8}出生|叫我[^，。！？]{1,8}(?:就行|就好|就可以|吧)|我的?(?:手机|电话|邮箱|微信|地址)号?码?是/u,
    kind: "fact",
    tag: "身份",
    score: 4.5,
    terse: true,
  },
  {
    pattern: /(?:我|我们|我家|家里?).{0,8}(?:住在|住|搬到|搬去|搬家|搬进|老家在|定居|租了|买了房)/u,
    kind: "fact",
    tag: "住处",
    score: 4,
    terse: true,
  },
  {
    pattern: new RegExp(`我(?:们|家)?(?:的)?(?:${PEOPLE}|${PETS})`, "u"),
    kind: "fact",
    tag: "亲友",
    score: 3.4,
    terse: true,
  },
  {
    pattern: new RegExp(`我(?:们|家)?.{0,4}(?:养了?|有|收养了?|生了?).{0,6}(?:${PETS}|${PEOPLE}|只|个孩子)`, "u"),
    kind: "fact",
    tag: "亲友",
    score: 3.4,
    terse: true,
  },
  {
    pattern:
      /我.{0,10}(?:上班|工作|当(?:老师|医生|护士)|从事|就职|任职|入职|辞职|离职|跳槽|退休|升职|创业|实习|毕业|读(?:大学|研|博|书)|专业是|开了(?:一|家|个)|负责|[做当任].{0,8}(?:经理|老师|医生|护士|工程师|设计师|翻译|律师|会计|司机|厨师|程序员|编辑|记者|教授|研究员|主管|总监))/u,
    kind: "fact",
    tag: "工作",
    score: 3.6,
    terse: true,
  },
  {
    pattern:
      /我(?:现在|目前|以前)?是(?:一?[名位个])?.{1,12}(?:师|士|员|生|者|民|家|人|工|手|长|迷|控|主义者|的)[。！，,.\s]*|我(?:结婚|离婚|单身|怀孕|订婚|吃素|左撇子|戒烟|戒酒)/u,
    kind: "fact",
    tag: "身份",
    score: 3.4,
    terse: true,
  },
  {
    pattern:
      /我(?:们|家)?.{0,6}(?:最?喜欢|最爱|爱(?:吃|喝|看|听|玩)|偏好|偏爱|讨厌|受不了|不(?:喜欢|吃|喝|抽|爱|习惯|想要)|习惯|害怕|怕|迷上|痴迷|感兴趣|更愿意|宁愿)/u,
    kind: "preference",
    tag: "偏好",
    score: 3,
    terse: true,
  },
  {
    pattern: /(?:我|我们|咱们|大家).{0,10}(?:决定|选了|选定|定了|定下|说好|约好|商定|同意|改用|改成|换成|就用|采用)/u,
    kind: "decision",
    tag: "决定",
    score: 3.2,
  },
  {
    pattern:
      /(?:我|我们|咱们).{0,12}(?:打算|计划|准备|预约|预订|订了|报名|要去|要考|要交|要参加|会去|安排|出差|面试|考试|体检|手术|旅行|旅游|航班|截止|目标是|梦想是|希望能|想(?:学|去|当|成为|买))/u,
    kind: "task",
    tag: "计划",
    score: 2.6,
  },
  {
    pattern:
      /(?:我|我们).{0,14}(?:去了|去过|买了|参加了?|学会|学了|得了|拿到|获得|考过|通过了|赢了|输了|完成|开始|认识[了的]|认识.{0,6}[年月]|遇到|见了|做了|写了|看了|读了|受伤|摔|丢了|换了|卖了|加入|创办|完成|跑了|爬了|拍了|拜访|参观|举办|带.{1,8}去)/u,
    kind: "event",
    tag: "经历",
    score: 2,
  },
  {
    pattern:
      /我(?:们|家)?(?:团队|公司)?(?:正在?(?:学|写|做|读|准备|练)|在(?:学|写|读)|每天|每周|每年|每个?月|经常|一直|总是|从来不|平时|通常|从不|的(?:车|电脑|公司|学校|房子|项目|团队|岗位)(?:是|叫|在)|会(?:说|弹|拉|做|打|写)|用|有|开|练|学)/u,
    kind: "fact",
    tag: "习惯",
    score: 2.5,
  },
];

const LEADING =
  /^(?:(?:嗯+|哦|噢|啊|哈+|好的?|对了?|是的|其实|另外|还有|不过|但是|而且|所以|然后|那|顺便说一下|说起来|谢谢你?|没错|当然)[，,。！!\s]*)+/u;
const QUESTION =
  /[?？]["”’」』）)\s]*$|(?:吗|呢|么|没有|没|怎么办|什么|多少|为什么|怎样|如何|哪[里个些儿]|谁|几点|几号)[。！.!\s]*$/u;
const NOT_A_FACT =
  /^(?:如果|要是|假如|假设|万一|倘若|比如|记[住好牢着下]|牢记|别忘|不要忘|忘[掉了记]|请|麻烦|帮我?|替我|给我|你|您|谢谢|多谢|感谢|抱歉|不好意思|对不起|加油|恭喜|太好了|可以|能不能|能否|怎么|为什么|什么|如何|哪)|我(?:想问|想知道|想请|想让你|想了解|觉得|认为|以为|猜|估计|怀疑|相信|同意|明白|懂了|知道|不知道|不确定|不懂|不明白|没看懂|不太清楚|看到|希望你|要你|需要你|需要帮|理解|也是这么|说的是|的意思|有个问题|有一个问题|的问题|感觉)|(?:会不会|是不是|要不要|有没有|能不能|该不该|可能会|也许|说不定|的话)/u;
/** The work of the hour. */
const TRANSIENT =
  /报错|错误|出错|bug|函数|文件|脚本|截图|上传|附件|代码|标题|[第这那][一二三两]?个?(?:版本|段落?|列|行)|不工作|不起作用|没反应|重启|\bcsv\b/iu;
const OTHER_ME = /我国|自我|我行我素|小我|大我/u;
const TIME = /\d+[年月日号点岁]|[今明昨后前]天|[上下这]个?(?:周|星期|月)|周[一二三四五六日末]|星期|[今明去前]年|年前/gu;

export const withoutChineseLead = (sentence: string): string => sentence.replace(LEADING, "");

/** What a Chinese sentence of a person tells of them, or null. */
export function chineseFact(sentence: string): Found | null {
  const plain = withoutChineseLead(sentence);
  if (
    !/我|咱|家里/u.test(plain.replace(OTHER_ME, "")) ||
    QUESTION.test(plain) ||
    NOT_A_FACT.test(plain) ||
    TRANSIENT.test(plain)
  )
    return null;
  const rule = PATTERNS.find(({ pattern }) => pattern.test(plain));
  if (!rule) return null;
  const terms = termNumbers(plain).length;
  if (Array.from(plain).length < 4 || (terms < 2 && !rule.terse)) return null;
  const names = plain.match(/《[^》]+》|「[^」]+」|“[^”]+”|[A-Za-z][\w.+-]{1,20}/gu)?.length ?? 0;
  const times = plain.match(TIME)?.length ?? 0;
  const score = rule.score + Math.min(names, 3) * 0.4 + Math.min(times, 2) * 0.5 + Math.min(terms, 12) * 0.06;
  return { kind: rule.kind, tags: [rule.tag], score };
}
