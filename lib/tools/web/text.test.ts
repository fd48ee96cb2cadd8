import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { failureOf } from "@/test/support/failure";
import { textOf } from "./text";

const page = (body: string | Buffer, contentType = "text/html; charset=utf-8") =>
  textOf({ url: "https://example.org/a/b", contentType, bytes: Buffer.from(body), isWhole: true });

const article = Array.from(
  { length: 6 },
  (_, i) => `<p>Paragraph ${i} of the article, which is long enough, has commas, and says <b>something</b> of use.</p>`,
).join("");

test("of a page with an article only that is read", () => {
  const { title, text } = page(
    `<!doctype html><html><head><title>Tides – A site</title><style>p{color:red}</style></head><body>
     <nav><a href="/">Home</a><a href="/x">Other</a></nav><script>alert(1)</script>
     <article><h1>Tides</h1>${article}<h2>More</h2><ul><li>one</li><li>two</li></ul>
     <p>See <a href="../tables">the   tables</a>, and <a href="javascript:alert(1)">this</a>, which follow the moon.</p>
     <pre>high  1
low   2</pre></article><footer>Cookies, imprint</footer></body></html>`,
  );
  expect(title).toContain("Tides");
  expect(text).toContain(
    "Paragraph 0 of the article, which is long enough, has commas, and says something of use.\n\n",
  );
  expect(text).toContain("## More");
  expect(text).toContain("- one\n- two");
  expect(text).toContain("See [the tables](https://example.org/tables), and this,");
  expect(text).toContain("high  1\nlow   2");
  for (const absent of ["alert", "color:red", "imprint", "Other"]) expect(text).not.toContain(absent);
});

test("of one without, all its text is", () => {
  const { title, text } = page(
    "<title>Short &amp; good</title><table><tr><td>a<td>b</tr><tr><td>c<td>d</table>&lt;ok&gt;",
  );
  expect(title).toBe("Short & good");
  expect(text).toBe("a | b\nc | d\n\n<ok>");
});

test("plain text, JSON and Markdown stay as they are, in their own encoding", () => {
  expect(page("# A\r\n\r\nb < c", "text/markdown").text).toBe("# A\n\nb < c");
  expect(page('{"a": 1}', "application/ld+json").text).toBe('{"a": 1}');
  expect(page(Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), "text/plain; charset=gb2312").text).toBe("你好");
  const meta = Buffer.concat([Buffer.from('<meta charset="gbk"><p>'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3])]);
  expect(page(meta, "text/html").text).toBe("你好");
  expect(page("x", "text/plain; charset=made-up").text).toBe("x");
});

test("what is no text is refused, whatever it says of itself", async () => {
  const attempt = async (body: Buffer, type: string) => page(body, type);
  for (const type of ["application/pdf", "image/png", "image/svg", "application/octet-stream", "video/mp4"]) {
    expect(await failureOf(attempt(Buffer.from("x"), type)), type).toBe("unsupported");
  }
  expect(await failureOf(attempt(Buffer.from([0x89, 0x50, 0, 0]), "text/html"))).toBe("unsupported");
  expect(await failureOf(attempt(Buffer.from([0, 1]), ""))).toBe("unsupported");
});

describe("a page that is made to be slow is read in time", () => {
  const M = 2_000_000;
  const hostile: Record<string, string> = {
    "deep blocks": "<div>".repeat(M / 5),
    "deep blocks, closed by the wrong name": "<b></i>".repeat(M / 7),
    "deep, hidden in attributes": '<b x="</b>">'.repeat(M / 12),
    "deep, hidden in scripts": "<b><script></b></script>".repeat(M / 24),
    "depth that is just allowed": `${"<div>".repeat(140)}${"<p>a, b, c</p>".repeat(10_000)}`,
    "as many elements as allowed": "<div>text, with commas, that counts</div>".repeat(14_000),
    "nothing but <": "<".repeat(M),
    entities: "&amp;".repeat(M / 5),
    attributes: `<div ${Array.from({ length: 200_000 }, (_, i) => `a${i}`).join(" ")}>x`,
    links: "<a href=x>".repeat(M / 10),
    comments: "<!--".repeat(M / 4),
    blanks: `<p>${" ".repeat(M)}x`,
    "line ends": `<pre>${"\n".repeat(M)}x`,
    breaks: "<br>".repeat(M / 4),
    titles: "<title>a</title>".repeat(M / 16),
    "one long class": `<div class="${"comment-".repeat(100_000)}">text, text</div>`,
    "skipped and never closed": "<svg>".repeat(M / 5),
  };
  test.each(Object.entries(hostile))("%s", (name, html) => {
    const begun = performance.now();
    page(html);
    const ms = performance.now() - begun;
    process.stdout.write(`${name}: ${Math.round(ms)} ms\n`);
    // On a busy machine; unguarded, the first of them takes minutes.
    expect(ms).toBeLessThan(10_000);
  });
});
