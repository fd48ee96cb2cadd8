/** What a statement is about, where only one value of it can hold at a time. */
type Attribute = { key: string; value: string };

const I = String.raw`(?:(?:i|we)(?:['’](?:m|ve|re)| am| have| are)?\s+)?(?:(?:now|just|recently|currently|finally|still|actually|both)\s+)*`;
const english = (key: string, verb: string): [string, RegExp] => [
  key,
  new RegExp(`^${I}(?:${verb})\\s+(?<value>.{2,120})`, "i"),
];
const chinese = (key: string, source: string): [string, RegExp] => [
  key,
  new RegExp(`^(?:我们?)?(?:家)?(?:现在|目前|已经|刚刚?|最近|终于)*(?:${source})(?<value>[^，。！；]{1,40})`, "u"),
];

const KINDS: [string, RegExp][] = [
  english("home", String.raw`(?:lives?|living|moved|moving|relocated|relocating)\s+(?:back\s+)?(?:in|to|into)`),
  english(
    "employer",
    String.raw`(?:works?|working|worked)\s+(?:at|for)|(?:got|started|took)\s+a\s+(?:new\s+)?job\s+(?:at|with)`,
  ),
  english("occupation", String.raw`(?:works?|working)\s+as(?:\s+an?)?`),
  english("birthday", String.raw`(?:my\s+)?birthday\s+is(?:\s+on)?`),
  english("name", String.raw`my\s+name\s+is|(?:am|is)\s+called`),
  english("origin", String.raw`(?:come|comes|am|is|['’]m)\s+from`),
  chinese("home", "住在|搬到了?|搬去了?|搬家到了?"),
  chinese("employer", "在(?=.{1,20}(?:工作|上班))|入职了?|跳槽(?:到|去)了?"),
  chinese("birthday", "的?生日是"),
  chinese("name", "叫|的名字是"),
];
/** "My dentist is Dr. Weber", 「我的牙医是王医生」: of "my" there is one. */
const MINE =
  /^(?:our|my)\s+(?<key>[\p{L}\p{N} '’-]{2,50}?)(?:\s+name)?\s+(?:is|are|was moved to|moved to|(?:has )?changed to)(?:\s+(?:now|called|named))*\s+(?<value>.{2,120})/iu;
const MINE_ZH =
  /^我们?的?(?<key>[^，。！；是叫改在和不有]{1,12}?)(?:现在)?(?:叫|是|改到了?|改为了?|改成了?|换成了?)(?<value>[^，。！；]{1,40})/u;
const SPEAKER = /^(?<name>[^\s:：][^:：\n]{0,38})(?:: |：)/u;
const WITHOUT_ONE =
  /^(?:problem|question|issue|point|idea|guess|thought|understanding|favou?rite|goal|plan|friend|friends|kids|children|dream|hope|问题|想法|朋友|目标|梦想|建议)s?$/iu;
const LEADING = /^(?:and|but|so|well|now|actually|yes|yeah|oh|by the way|btw|另外|对了|不过|其实|现在|嗯)[\s,，]+/iu;

/** What a text states a value of: of two with the same key the later one holds. */
export function attributeOf(text: string): Attribute | null {
  const speaker = SPEAKER.exec(text);
  const statement = text
    .slice(speaker?.[0].length ?? 0)
    .replace(LEADING, "")
    .trim();
  const who = speaker?.groups?.["name"]?.toLowerCase() ?? "";
  const found = ([key, pattern]: [string, RegExp]) => {
    const value = pattern.exec(statement)?.groups?.["value"];
    return value === undefined ? [] : [{ key: `${who}\n${key}`, value: value.toLowerCase() }];
  };
  const [kind] = KINDS.flatMap(found);
  if (kind) return kind;
  const mine = (MINE.exec(statement) ?? MINE_ZH.exec(statement))?.groups;
  const key = mine?.["key"]?.toLowerCase().trim();
  if (!key || !mine?.["value"] || WITHOUT_ONE.test(key)) return null;
  return { key: `${who}\n${key}`, value: mine["value"].toLowerCase() };
}
