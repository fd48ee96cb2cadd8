import { REMOVED } from "./removed";
import { type Rule, type Span, spansOf } from "./span";

// Secrets that are known by what is said of them only: "my password is …", 「密码是…」.

/** Between the name and the value: "is", "=", '": "', "has been changed to", with a few words before it at most. */
const IS = String.raw`(?:['’]s\s{1,3}|["'\x60]?\s{0,3}(?:=>?|:|：|->|→)\s{0,3}|\s{1,3}(?:(?:has been |was |is |got )?(?:changed|set|reset|updated) to|is|was|are|will be|=)(?:\s{0,2}:)?\s{1,3}(?:now |still |actually |just )?)`;
const WORDS_BEFORE = String.raw`[^\n.!?:：=]{0,40}?`;
/** In quotes with its blanks, else up to a blank. The dot that ends the sentence is none of it. */
const VALUE = String.raw`(?:["'\x60“「](?<secret>[^\n"'\x60“”「」]{3,100})(?=["'\x60”」])|["'\x60“「]?(?<secret>[^\s"'\x60“”「」,;，。；]{2,200}[^\s"'\x60“”「」,;，。；.]))`;
const START = "(?<![A-Za-z])";

const named = (names: string, holds: Rule["holds"], between = WORDS_BEFORE): Rule => ({
  pattern: new RegExp(`${START}(?:${names})${between}${IS}${VALUE}`, "dgi"),
  ...(holds && { holds }),
});

const MEASURE =
  /^[\s"'’]{0,2}(?:characters?|chars?|digits?|letters?|words?|symbols?|bits?|bytes?|minutes?|hours?|days?|years?|months?|位|个|字符|天|年|月|分钟|小时)/i;
/** What is said of passwords, and is none: "is required", "is on the fridge", "is too short". */
const SAID_OF_IT = new Set(
  `a an the my your our his her their its it this that these those not no none null nil true false undefined too very so really pretty quite
  always never still also only just same different on in at under inside behind with for from by as to and or but if when how what where why who
  here there gone lost private public secret safe secure insecure weak strong wrong right correct incorrect valid invalid long short new old good
  bad fine ok okay great hard easy simple complex mandatory optional necessary unknown empty blank mine yours case unique common confidential
  better worse best worst important critical enough stronger weaker longer shorter below above back up down out off missing default random
  something anything nothing everything stuff nonsense hidden unchanged protected enforced policy manager managers reset hash hashed hashes
  string number optional sensitive passe password passwords passcode field text hello about because one two like bugging annoying fun overdue due
  plain plaintext visible shared written stolen known hers his ours theirs dead over toast terrible awful horrible ridiculous impossible`.split(
    /\s+/,
  ),
);

function isPassword(value: string, rest: string): boolean {
  if (value.startsWith(REMOVED.slice(0, 7)) || MEASURE.test(rest)) return false;
  const bare = value.replace(/[.!?)\]}>]+$/, "");
  if (/^[<{$%[(]|^\*+$|^\.+$|^x+$/i.test(bare)) return false;
  if (/\d/.test(bare)) return bare.length >= 4 && !/^\d{1,2}(?:st|nd|rd|th|%|x)$/.test(bare);
  if (/[^\p{L}'’-]/u.test(bare) && /[\x21-\x7e]{4,}/.test(bare)) return true;
  if (/\p{Script=Han}/u.test(bare)) return false;
  if (/[a-z][A-Z]/.test(bare)) return true;
  if (/^["'\x60”」]/.test(rest)) return bare.length >= 4;
  // One plain word is a password where it ends what is said, and is none of those that are said of passwords.
  const ends = bare.length < value.length || /^(?:[.,;，。；]|\s*(?:$|\n|[-–—(]))/.test(rest);
  return (
    ends && bare.length >= 4 && !SAID_OF_IT.has(bare.toLowerCase()) && !/(?:ed|ing|able|ible|ly|n['’]t)$/i.test(bare)
  );
}

const isPin = (value: string, rest: string) => /^\d[\d-]{2,11}[.!?)]?$/.test(value) && !MEASURE.test(rest);

/** The number of a document: at least five digits in it, and nothing but letters, digits and dashes. */
function isDocument(value: string): boolean {
  const bare = value.replace(/[.!?)]+$/, "");
  return (
    /^[A-Za-z0-9-]{5,24}$/.test(bare) && (bare.match(/\d/g)?.length ?? 0) >= 5 && !/^\d{4}-\d{2}-\d{2}$/.test(bare)
  );
}

/** Bits of a character, by how often each stands in the text. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function isKey(value: string): boolean {
  const bare = value.replace(/[.!?)\]}]+$/, "");
  if (bare.length < 12 || !/^[\w+/=.~:-]+$/.test(bare) || /^https?:/.test(bare)) return false;
  return /\d/.test(bare) && /[a-z]/i.test(bare) && entropy(bare) >= 2.8;
}

const ONE_TIME =
  "(?:verification|security|one[- ]?time|log[- ]?in|sign[- ]?in|2fa|mfa|two[- ]factor|authenticat(?:or|ion)|auth|access|activation|sms)[- ](?:code|passcode|password|pin)|otp|totp";
const CHINESE_VALUE = String.raw`\s{0,3}(?:(?:现在|一直|还)?(?:就是|是|为|改成了?|改为|设成了?|设为|换成了?|[:：=])\s{0,3})["'“「『]?(?<secret>[\x21-\x7e]{3,200})`;
const chinese = (names: string, holds: Rule["holds"]): Rule => ({
  pattern: new RegExp(`(?:${names})${CHINESE_VALUE}`, "dgi"),
  ...(holds && { holds }),
});

const RULES: Rule[] = [
  { pattern: new RegExp(`${START}(?:pw|pass)\\s{0,2}[:=]\\s{0,3}${VALUE}`, "dgi"), holds: isPassword },
  // "password hunter22", 「密码123456」: nothing between them, so the value has to show what it is.
  {
    pattern: new RegExp(
      String.raw`${START}(?:password|passcode)\s{1,3}["'\x60]?(?<secret>[^\s"'\x60,;，。]{6,100})`,
      "dgi",
    ),
    holds: (value) =>
      /\d/.test(value) && /[a-z]/i.test(value) && !/^\d+[-–]?(?:char|digit|letter|word|bit)/i.test(value),
  },
  {
    pattern: new RegExp(String.raw`${START}pin\s{1,3}(?<secret>\d{4,8})(?![\d-])`, "dgi"),
    holds: (_, rest) => !MEASURE.test(rest),
  },
  {
    pattern: /密\s?码\s{0,3}(?<secret>(?=[\x21-\x7e]{0,30}\d)[A-Za-z0-9][\x21-\x7e]{3,60})/dg,
    holds: (_, rest) => !MEASURE.test(rest),
  },

  named("pass[ _-]?words?|passwd|pwd|pass[ _-]?phrase|pass[ _-]?code|db_pass|passwort", isPassword),
  named("pin(?:[ _-]?(?:code|number|no))?", isPin),
  named(
    "api[ _-]?(?:key|secret|token)|access[ _-]?(?:key(?:[ _-]?id)?|token)|(?:client|app|webhook|shared|signing|jwt|session)[ _-]?secret|secret(?:[ _-]?(?:access[ _-]?)?key)?|(?:private|licen[cs]e|product|encryption|master|recovery|service|account|deploy)[ _-]?key|tokens?|credentials?",
    isKey,
  ),
  named(
    "key",
    (value, rest) => isKey(value) && !UUID.test(value) && !MEASURE.test(rest),
    String.raw`[^\n.!?:：=]{0,12}?`,
  ),
  named(ONE_TIME, isPin),
  {
    pattern:
      /(?<![\d.])(?<secret>\d{3}[ -]?\d{1,5})(?=\s{1,3}(?:is|as) (?:your|my|the) [^\n.!?]{0,30}?(?:code|passcode|otp|pin)\b)/dgi,
  },
  named("cvv2?|cvc2?|card verification (?:code|number|value)", (value) => /^\d{3,4}\D?$/.test(value)),
  { pattern: new RegExp(String.raw`${START}(?:cvv2?|cvc2?)\s{1,3}(?<secret>\d{3,4})(?!\d)`, "dgi") },
  named(
    String.raw`(?:passport|national id(?:entity)?|my id|identity (?:card|document)|id card|driv(?:er['’]?s?|ing) licen[cs]e|social security|ssn|social insurance|tax(?:payer)? (?:id|identification)|nino|national insurance|aadhaar|medicare|nhs|(?:bank )?account|routing|(?:credit|debit|bank) card|residence permit|visa)(?:[ _-]?(?:number|num|no\.?|#|id|code))?`,
    isDocument,
    String.raw`[^\n.!?:：=\d]{0,24}?`,
  ),
  {
    pattern: new RegExp(
      String.raw`${START}(?:passport|social security|ssn|driv(?:er['’]?s?|ing) licen[cs]e|(?:bank )?account)(?: number| no\.?| #|#)\s{0,2}(?<secret>[A-Z0-9][A-Z0-9 -]{3,14}\d)(?![A-Za-z0-9])`,
      "dgi",
    ),
    holds: (value) => isDocument(value.replace(/[ -]/g, "")),
  },
  {
    pattern: new RegExp(
      String.raw`${START}(?:ssn|social security)${WORDS_BEFORE}(?<secret>\d{3} \d{2} \d{4})(?!\d)`,
      "dgi",
    ),
  },
  {
    pattern: new RegExp(
      String.raw`${START}(?:seed|recovery|mnemonic|backup|wallet)[ -]?(?:phrase|words?|seed)[^\n.!?:：=]{0,40}?(?:\s|[:：=])\s{0,3}(?<secret>(?:[a-z]{3,8}[ \n,]{1,2}){11,23}[a-z]{3,8})(?![a-z])`,
      "dgi",
    ),
  },
  chinese(
    String.raw`密\s?码|口令|passcode|暗号`,
    (value, rest) => isPassword(value, rest) || (/^[a-z]{4,}$/i.test(value) && !/^[\p{L}]/u.test(rest.trimStart())),
  ),
  chinese("PIN码?|pin码?", isPin),
  chinese(String.raw`(?:密钥|秘钥|私钥|令牌|凭证|token|key|api\s?key)`, isKey),
  {
    pattern: /(?:验证码|校验码|动态码|动态密码|激活码|授权码|提取码)[^\d\n。！？]{0,8}(?<secret>\d{4,8})(?!\d)/dg,
    holds: (_, rest) => !MEASURE.test(rest),
  },
  {
    pattern:
      /(?<!\d)(?<secret>\d{4,8})(?=\s{0,2}[（(]?(?:是|为)?(?:您|你|我)?的?[^\n。！？\d]{0,8}(?:验证码|校验码|动态码|动态密码))/dg,
  },
  {
    pattern:
      /(?:身份证|护照|驾照|驾驶证|社保|社保卡|港澳通行证|通行证|居住证|银行卡|信用卡|储蓄卡|借记卡|银行账户|银行账号)(?:号码?|卡号|编号)?\s{0,3}(?:就是|是|为|[:：=])?\s{0,3}(?<secret>[A-Za-z]{0,3}\d[\d -]{4,24}[\dXx])(?![\dA-Za-z-])/dg,
    holds: (value) => isDocument(value.replace(/[ -]/g, "")) && !/^\d{4}-\d\d-\d\d/.test(value),
  },
];

export function* namedSecrets(text: string): Generator<Span> {
  for (const rule of RULES) yield* spansOf(text, rule);
}
