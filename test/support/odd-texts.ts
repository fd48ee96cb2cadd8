/** Texts that have broken somebody's software. */
export const ODD_TEXTS: [string, string][] = [
  ["HTML with a script", '<script>alert(1)</script><img src=x onerror="alert(2)">'],
  ["an attribute's end and a template", `"'><svg/onload=alert(1)>{{7*7}}\${7*7}<%= 7 %>`],
  ["bidirectional controls", "\u202Eevil\u202C \u2066isolated\u2069 \u200F\u200E"],
  ["joined emoji", "👨‍👩‍👧‍👦".repeat(12)],
  ["combining marks", `z${"\u0301".repeat(200)}`],
  ["controls", "a\u0001b\u0008c\u001Bd\u007Fe\u0085f"],
  ["line ends of all kinds", "a\r\nb\rc\nd\u2028e\u2029f"],
  ["byte order marks and non-characters", "a\uFEFFb\uFFFEc\uFFFFd\u{1FFFF}e"],
  ["SQL", "'; drop table chat_messages; -- \\' %_"],
  ["a path", "../../../../etc/passwd"],
  ["spaces of all kinds", "a\u00A0b\u3000c\u200Bd\u2003e"],
  ["words that are values", "null"],
  ["escapes written out", "\\u0000 \\x00 %00 &#0;"],
];
