import { describe, expect, it } from "vitest";
import { localeOfHeader } from "./locale";

describe("the language of a browser", () => {
  it.each([
    [null, "en"],
    ["", "en"],
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh-CN"],
    ["zh-Hant-TW", "zh-CN"],
    ["de-DE,de;q=0.9,zh;q=0.5", "zh-CN"],
    ["de, en-GB;q=0.3, zh;q=0.2", "en"],
    ["en;q=0.1, zh;q=0.2", "zh-CN"],
    ["zh;q=0, en;q=0.5", "en"],
    ["*", "en"],
    ["zhx", "en"],
    [";;;q=,,", "en"],
  ] as const)("%j means %s", (header, locale) => {
    expect(localeOfHeader(header)).toBe(locale);
  });
});
