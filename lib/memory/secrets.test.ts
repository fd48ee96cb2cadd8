import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { holdsSecret, maskSecrets } from "./secrets";

// Put together here, so that no scanner of keys takes this file for a leak.
const made = (...parts: string[]) => parts.join("");
const RANDOM = "T3BlbkFJb2x3Zk9xN1dNc2lYd0RmR3RhQ3pKVnB5";
const LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
const block = (kind: string, eol = "\n") =>
  [made("-----BEGIN ", kind, "-----"), LINE, LINE, "AbC+/d==", made("-----END ", kind, "-----")].join(eol);

/** A text, and what is the secret in it. */
const SECRETS: [string, string][] = [
  ...[
    made("sk-", RANDOM),
    made("sk-proj-", RANDOM, "_x-9"),
    made("sk-ant-", "api03-", RANDOM),
    made("AKIA", "IOSFODNN7EXAMPLE"),
    made("ASIA", "Y34FZKBOKMUTVV7A"),
    made("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"),
    made("github_pat_", "11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz"),
    made("xoxb-", "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"),
    made("AIza", "SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe"),
    made("glpat-", "a1B2c3D4e5F6g7H8i9J0"),
    made("npm_", "Zq3T0aXb9Wc8Vd7Ue6Tf5Sg4Rh3Qi2Pj1Ok0"),
    made("cad_", "q1Zb0mC3xV5nN7kL9jH2gF4dS6aP8oI1uY3tR5eW7q"),
    made("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"),
    made("hf_", "aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567"),
    made("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0", ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"),
  ].flatMap((key): [string, string][] => [
    [`My key ${key} stopped working.`, key],
    [`我的密钥${key}，请帮我试试`, key],
    [`{"k":"${key}"}`, key],
  ]),
  [block("PRIVATE KEY"), block("PRIVATE KEY")],
  [`here:\n${block("RSA PRIVATE KEY")}\nthanks`, block("RSA PRIVATE KEY")],
  [block("OPENSSH PRIVATE KEY", "\r\n"), block("OPENSSH PRIVATE KEY", "\r\n")],
  [`"${block("EC PRIVATE KEY", "\\n")}"`, block("EC PRIVATE KEY", "\\n")],
  [block("PGP PRIVATE KEY BLOCK"), block("PGP PRIVATE KEY BLOCK")],
  [
    `${block("PRIVATE KEY").replace(/\n-----END[^\n]*$/, "")}\nthe rest got lost`,
    block("PRIVATE KEY").replace(/\n-----END[^\n]*$/, ""),
  ],
  ["Authorization: Bearer mF_9.B5f-4.1JqM", "mF_9.B5f-4.1JqM"],
  ["curl -H 'Authorization: Basic dXNlcjpwYXNz'", "dXNlcjpwYXNz"],
  ["postgres://app:s3cr3t@db.example.com/x", "s3cr3t"],
  ["open https://ann:pa55@example.com/a please", "pa55"],
  ["GET https://example.com/x?access_token=a8f5f167f44f49&y=1", "a8f5f167f44f49"],
  ["password: hunter2", "hunter2"],
  ["My password is hunter22.", "hunter22"],
  ["my password is swordfish", "swordfish"],
  ["My Netflix password is Rover2019!", "Rover2019!"],
  ['the wifi password is "blue horse"', "blue horse"],
  ["I changed it, the password was changed to Tr0ub4dor&3, ok?", "Tr0ub4dor&3"],
  ["DB_PASSWORD=abc_def", "abc_def"],
  ['{"password": "letmein"}', "letmein"],
  ["passwd = correcthorse", "correcthorse"],
  ["passphrase: open-sesame-now", "open-sesame-now"],
  ["pw: hunter2", "hunter2"],
  ["user ann password hunter22", "hunter22"],
  ["My password's hunter22", "hunter22"],
  ["the pin 4455", "4455"],
  ["密码hunter22", "hunter22"],
  ["我的银行卡密码123456", "123456"],
  ["my id number is 123456789", "123456789"],
  ["my pin is 1234", "1234"],
  ["The PIN code for my card is 4711.", "4711"],
  ["PIN: 9081", "9081"],
  ["密码是 abc12345", "abc12345"],
  ["我的密码是hunter2。", "hunter2"],
  ["WiFi密码：Sonne2024，记一下", "Sonne2024"],
  ["银行卡的支付密码是 602913", "602913"],
  ["密码改成了 qwerty88", "qwerty88"],
  ["密码: iloveyou", "iloveyou"],
  ["我的PIN码是 4321", "4321"],
  ["验证码是 482913，别告诉别人", "482913"],
  ["【某银行】您的验证码为：5521", "5521"],
  ["829104（动态验证码），五分钟内有效", "829104"],
  ["Your verification code is 482913.", "482913"],
  ["482 913 is your login code", "482 913"],
  ["OTP: 55210", "55210"],
  ["my card is 4111 1111 1111 1111, exp 04/27", "4111 1111 1111 1111"],
  ["4111-1111-1111-1111", "4111-1111-1111-1111"],
  ["card 5555555555554444", "5555555555554444"],
  ["Amex 3782 822463 10005", "3782 822463 10005"],
  ["in 2024 4111 1111 1111 1111 was charged", "4111 1111 1111 1111"],
  ["卡号6222021234567890128", "6222021234567890128"],
  ["the CVV is 123", "123"],
  ["IBAN DE89 3704 0044 0532 0130 00 please", "DE89 3704 0044 0532 0130 00"],
  ["GB82WEST12345698765432", "GB82WEST12345698765432"],
  ["iban: fr1420041010050500013m02606", "fr1420041010050500013m02606"],
  ["my SSN is 078-05-1120", "078-05-1120"],
  ["078-05-1120", "078-05-1120"],
  ["my social security number is 078 05 1120", "078 05 1120"],
  ["身份证号是11010519491231002X", "11010519491231002X"],
  ["11010519491231002x", "11010519491231002x"],
  ["440524188001010014", "440524188001010014"],
  ["My passport number is C01X00T47.", "C01X00T47"],
  ["passport no. X12345678 expires soon", "X12345678"],
  ["护照号码是E12345678", "E12345678"],
  ["我的驾照号：330102199001", "330102199001"],
  ["my driver's license number is D1234567", "D1234567"],
  ["my bank account number is 000123456789", "000123456789"],
  ["API key: 9f86d081884c7d659a2feaa0c55ad015", "9f86d081884c7d659a2feaa0c55ad015"],
  [
    "export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1",
  ],
  ["the token is 550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"],
  ["client_secret = 'Zx81kQ0pLw72mN55'", "Zx81kQ0pLw72mN55"],
  [
    "my seed phrase is legal winner thank year wave sausage worth useful legal winner thank yellow",
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
  ],
];

describe("a secret is hidden", () => {
  it.each(SECRETS)("in %j", (text, secret) => {
    expect(holdsSecret(text)).toBe(true);
    const masked = maskSecrets(text);
    expect(masked).toContain("[secret removed]");
    expect(masked).not.toContain(secret);
  });

  it("and what names it stays", () => {
    expect(maskSecrets("My password is hunter22. Call me at 5.")).toBe(
      "My password is [secret removed]. Call me at 5.",
    );
    expect(maskSecrets("我的密码是hunter2。明天见")).toBe("我的密码是[secret removed]。明天见");
    expect(maskSecrets(`a\n${block("RSA PRIVATE KEY")}\nb`)).toBe("a\n[secret removed]\nb");
    expect(maskSecrets("postgres://app:s3cr3t@db.example.com/x")).toBe(
      "postgres://app:[secret removed]@db.example.com/x",
    );
  });

  it("in each of several places", () => {
    expect(maskSecrets("pin: 1234, card 4111111111111111, pin: 5678")).toBe(
      "pin: [secret removed], card [secret removed], pin: [secret removed]",
    );
  });
});

describe("no secret is", () => {
  it.each([
    "My password manager is good.",
    "my password is too long",
    "The password is required.",
    "My password is on the fridge",
    "my password has expired",
    "I forgot my password again",
    "The password is 12 characters long",
    "Is my password safe?",
    "my password is weak.",
    "The password was stolen.",
    "what is a good password policy?",
    "The token is expired.",
    "A token is about four characters.",
    "The key is to practise every day.",
    "The key point is internationalisation.",
    "The secret is patience.",
    "the secret of good bread is long fermentation",
    "primary key is 550e8400-e29b-41d4-a716-446655440000",
    "550e8400-e29b-41d4-a716-446655440000",
    "See commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b.",
    "fixed in 1cded46",
    "Call me at +49 1522 1234567",
    "My number is +1 (415) 555-2671",
    "我的手机号是13800138000",
    "电话：010-62782000",
    "Order number 1234567890123",
    "order 4000-1234-5678",
    "订单号：202603021234567890",
    "The invoice is 2024-000123-45",
    "It was 2026-03-02 10:15:00.123",
    "1772445600000",
    "ISBN 978-3-16-148410-0",
    "ISBN 9783161484100",
    "It costs 1,299.00 EUR, or 12 999,99",
    "3.14159265358979323846",
    "The train leaves at 10:15 from platform 12",
    "4111 1111 1111 1112",
    "0000 0000 0000 0000",
    "110105194912310021",
    "DE88 3704 0044 0532 0130 00",
    "PIN the tab to the bar",
    "The pin is broken",
    "pin 3 is ground",
    "I used sk-learn and sk-something-very-long-indeed",
    "risk-free-and-easy-2024 is a slogan",
    "task-based-language-teaching",
    "AKIA is a prefix",
    "the bearer of bad news",
    "Bearer of the ring and of all its burdens",
    "http://localhost:3000/@me",
    "https://example.com:8080/a?b=c",
    "mailto:ann@example.com",
    "https://example.com/search?key=abc",
    "ann@example.com",
    "a password 12-characters long",
    "Boarding pass: gate B12",
    "密码12位",
    "密码太长了",
    "我忘了密码",
    "密码是什么？",
    "密码是6位数字",
    "密码长度是 8-16 位",
    "关键是要坚持",
    "验证码收不到怎么办",
    "我的身份证丢了",
    "护照明年3月到期",
    "我的护照有效期到 2027-03-01",
    "My passport expires on 2027-03-01",
    "Passport renewal cost 130 dollars",
    "the bank account is at Sparkasse",
    "his account is 5 years old",
    "Room code QX7-11 is the seminar room",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n-----END CERTIFICATE-----",
    "v1.2.3-rc.4",
    "2001:db8::8a2e:370:7334 and 192.168.100.101",
    "SELECT * FROM tokens WHERE id = 12",
    "The key is under the mat",
    "token: none",
    "password: null",
    "password: ********",
    "password: <your password>",
    made("DB_PASSWORD=$", "{SECRET}"),
    "I have 123-45-678 parts",
    "我喜欢数字 12345678",
    "",
  ])("%j", (text) => {
    expect(maskSecrets(text)).toBe(text);
    expect(holdsSecret(text)).toBe(false);
  });
});

describe("of any text", () => {
  const pieces = fc.constantFrom(
    ...SECRETS.map(([text]) => text),
    "password",
    " is ",
    ": ",
    "[secret removed]",
    "sk-",
    "密码",
    "是",
    "4111 ",
    "\n",
    "“",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "plain words",
  );

  test.prop([fc.array(pieces, { maxLength: 6 })], { numRuns: 1_000 })(
    "what is masked holds no secret any more",
    (parts) => {
      const masked = maskSecrets(parts.join(" "));
      expect(holdsSecret(masked)).toBe(false);
    },
  );

  test.prop([fc.string({ unit: "grapheme", maxLength: 200 })])("nothing is changed where nothing is held", (text) => {
    expect(maskSecrets(text) === text).toBe(!holdsSecret(text));
  });
});

describe("of hostile text", () => {
  const MEGABYTE = 1 << 20;

  it.each(
    [
      "-----BEGIN PRIVATE KEY-----\n",
      "-----BEGIN A B C D PRIVATE KEY",
      "1",
      "1 ",
      "4111-",
      "eyJ",
      "eyJaaaaaaaaaa.",
      "eyJaaaaaaaaaa.eyJ",
      "a:",
      "http://",
      "ab://c:",
      "password",
      "password ",
      "password is ",
      "pin pin ",
      "key ",
      "token=",
      "sk-",
      "DE89 ",
      "DE89",
      "密码是",
      "验证码",
      "身份证",
      "bearer ",
      "legal ",
      "seed phrase legal ",
      "xox",
      "=",
      " ",
      "\\n",
      "A",
    ].map((piece) => [piece]),
  )(
    "a megabyte of %j is read through",
    (piece) => {
      const text = piece.repeat(Math.ceil(MEGABYTE / piece.length));
      expect(maskSecrets(text)).not.toBe("");
    },
    // By a way that is not linear it would take hours.
    300_000,
  );
});
