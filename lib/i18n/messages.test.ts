import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { ANSWERS, INTERNAL } from "@/lib/http/problem";
import { LOCALES } from "./locale";
import { NAMESPACES } from "./namespaces";

type Tree = { [key: string]: string | Tree };

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const load = (locale: string, namespace: string): Tree => JSON.parse(read(`messages/${locale}/${namespace}.json`));

/** Every message by its dotted path. */
function flatten(tree: Tree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) flat.set(path, text);
  }
  return flat;
}

/** The arguments and tags of an ICU message; what stands inside the branches of a plural or select counts too. */
function placeholders(message: string): string[] {
  const names = new Set<string>();
  const text = (from: number): number => {
    let at = from;
    while (at < message.length && message[at] !== "}") at = message[at] === "{" ? argument(at + 1) : at + 1;
    return at + 1;
  };
  const argument = (from: number): number => {
    const name = /^\s*(\w+)\s*/.exec(message.slice(from));
    names.add(name?.[1] ?? "");
    let at = from + (name?.[0].length ?? 0);
    const branches = /^,\s*(plural|select|selectordinal)\s*,/.test(message.slice(at));
    while (at < message.length && message[at] !== "}") at = branches && message[at] === "{" ? text(at + 1) : at + 1;
    return at + 1;
  };
  for (let at = 0; at < message.length; ) at = text(at);
  for (const [, tag = ""] of message.matchAll(/<(\w+)>/g)) names.add(`<${tag}>`);
  return [...names].sort();
}

describe.each(NAMESPACES)("the words of %s", (namespace) => {
  const [english, chinese] = LOCALES.map((locale) => flatten(load(locale, namespace)));

  it("are the same in both languages", () => {
    expect([...(chinese?.keys() ?? [])].sort()).toEqual([...(english?.keys() ?? [])].sort());
  });

  it("take the same values in both languages", () => {
    const values = (flat: Map<string, string> | undefined) =>
      Object.fromEntries([...(flat ?? [])].map(([key, message]) => [key, placeholders(message)]));
    expect(values(chinese)).toEqual(values(english));
  });

  it.each(LOCALES)("can be formatted in %s", (locale) => {
    const messages = load(locale, namespace);
    const translate = createTranslator({
      locale,
      messages: { any: messages } as never,
      namespace: "any" as never,
      timeZone: "UTC",
      onError: (error) => {
        throw error;
      },
    }) as unknown as { rich: (key: string, values: Record<string, unknown>) => unknown };
    for (const [key, message] of flatten(messages)) {
      const values = placeholders(message).map((name) =>
        name.startsWith("<") ? [name.slice(1, -1), (chunks: unknown) => chunks] : [name, 2],
      );
      expect(() => translate.rich(key, Object.fromEntries(values)), `${locale} ${namespace}.${key}`).not.toThrow();
    }
  });

  it("are neither empty nor left in English", () => {
    for (const [key, message] of chinese ?? []) {
      expect(message.trim(), key).not.toBe("");
      // Names and units are the same everywhere; a sentence is not.
      if (/[a-z]{3,} [a-z]{2,} [a-z]{2,}/.test(message)) expect(message, key).toMatch(/\p{Script=Han}/u);
    }
  });

  it("use Chinese punctuation beside Chinese characters", () => {
    const wrong = [...(chinese ?? [])].filter(([, message]) =>
      /\p{Script=Han}[,.!?;:()]|[,!?;:()]\p{Script=Han}/u.test(prose(message)),
    );
    expect(wrong).toEqual([]);
  });
});

/** A message without the syntax of its arguments. */
const prose = (message: string) =>
  message.replace(/\{\s*\w+\s*(,[^{}]*)?\}/g, "").replace(/\{\w+, (plural|select),|\b(other|one|zero|=\d) ?\{|\}/g, "");

describe("the words for problems", () => {
  it("cover every code that the API answers, and no other", () => {
    const ours = [INTERNAL.code, "unreachable", "unexpected"];
    const known = [...Object.keys(ANSWERS), ...ours].sort();
    expect([...flatten(load("en", "problems")).keys()].sort()).toEqual(known);
  });
});

describe("every word", () => {
  const sources = ["app", "lib"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => read(`${folder}/${file}`)),
  );
  const code = sources.join("\n");

  /** Whether the code names it: whole, below a nested namespace, or as the last part of a computed key. */
  function isUsed(key: string): boolean {
    const parts = key.split(".");
    return parts.some((_, from) => {
      const path = parts.slice(from).join(".");
      if (code.includes(`"${path}"`) || code.includes(`\`${path}\``)) return true;
      return parts.slice(from, -1).some((_, to) => {
        const ancestor = parts.slice(from, from + to + 1).join(".");
        return code.includes(`\`${ancestor}.\${`) || code.includes(`raw("${ancestor}")`);
      });
    });
  }

  it.each(NAMESPACES.filter((namespace) => namespace !== "problems"))("of %s is used somewhere", (namespace) => {
    const unused = [...flatten(load("en", namespace)).keys()].filter((key) => !isUsed(key));
    expect(unused).toEqual([]);
  });
});
