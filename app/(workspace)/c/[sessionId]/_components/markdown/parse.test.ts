import { describe, expect, test } from "vitest";
import { isSingleDollarFormula, withDollarMaths } from "./maths-delimiters";
import { type Document, GrowingMarkdown, parseMarkdown } from "./parse";

const TEXT = `# 标题

Some *words* and \`code\`.

- one
- two

  with a paragraph

| a | b |
| - | - |
| 1 | 2 |

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

The end, see [there].

[there]: https://example.org
`;

const shape = ({ blocks }: Document) => blocks.map(({ node, source }) => [node.type, source]);

describe("a growing text", () => {
  test("is at every length what it is when parsed at once, but for its last block", () => {
    const growing = new GrowingMarkdown();
    for (let end = 1; end <= TEXT.length; end += 3) {
      const text = TEXT.slice(0, end);
      const grown = shape(growing.update(text, (tail) => tail));
      expect(grown.slice(0, -1)).toEqual(shape(parseMarkdown(text)).slice(0, -1));
    }
  }, 20_000);

  test("keeps the objects of finished blocks", () => {
    const growing = new GrowingMarkdown();
    const before = growing.update("one\n\ntwo\n\nthr", (tail) => tail);
    const after = growing.update("one\n\ntwo\n\nthree", (tail) => tail);
    expect(after.blocks[0]).toBe(before.blocks[0]);
  });

  test("that begins anew is forgotten", () => {
    const growing = new GrowingMarkdown();
    growing.update("one\n\ntwo\n\nthree", (tail) => tail);
    expect(shape(growing.update("other", (tail) => tail))).toEqual([["paragraph", "other"]]);
  });
});

const text = (markdown: string) => JSON.stringify(parseMarkdown(markdown).blocks.map(({ node }) => node));

test("emphasis works next to Chinese punctuation", () => {
  expect(text("**这是「重点」。**后面")).toContain('"strong"');
  expect(text("~~删除「这个」。~~后面")).toContain('"delete"');
});

test("TeX's own delimiters are formulas, but not in code", () => {
  expect(withDollarMaths("a \\(x\\) b")).toBe("a $$x$$ b");
  expect(withDollarMaths("\\[\nx\n\\]")).toBe("$$\nx\n$$");
  expect(withDollarMaths("`\\(x\\)` and\n```\n\\[x\\]\n```")).toBe("`\\(x\\)` and\n```\n\\[x\\]\n```");
  expect(withDollarMaths("a \\\\(x) b")).toBe("a \\\\(x) b");
});

test("two prices are no formula", () => {
  expect(isSingleDollarFormula("$5 and $", "10")).toBe(false);
  expect(isSingleDollarFormula("$x^2$", " is")).toBe(true);
  expect(isSingleDollarFormula("$$x$$", "1")).toBe(true);
});
