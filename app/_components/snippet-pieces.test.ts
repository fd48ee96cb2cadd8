import { fc, test } from "@fast-check/vitest";
import { expect, it } from "vitest";
import { escapeHtml } from "@/lib/search/snippet";
import { snippetPieces, withMarks } from "./snippet-pieces";

it("tells what was found from what stands around it", () => {
  expect(snippetPieces("…<mark>Tram</mark> 28 &amp; 12&lt;3")).toEqual([
    { text: "…", marked: false },
    { text: "Tram", marked: true },
    { text: " 28 & 12<3", marked: false },
  ]);
});

it("takes no other markup, and marks that do not close to the end", () => {
  expect(snippetPieces("<b>x</b><mark>y")).toEqual([
    { text: "<b>x</b>", marked: false },
    { text: "y", marked: true },
  ]);
});

test.prop([fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.boolean()))])(
  "gives back every text, whatever is in it",
  (texts) => {
    const snippet = texts.map(([text, marked]) => (marked ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)));
    const whole = texts.map(([text]) => text).join("");
    expect(
      snippetPieces(snippet.join(""))
        .map(({ text }) => text)
        .join(""),
    ).toBe(whole);
  },
);

test("of hits those with marks are shown, and all where no words were asked for", () => {
  const [found, near] = [{ snippet: "the <mark>tram</mark>" }, { snippet: "yes, that one" }];
  expect(withMarks([found, near])).toEqual([found]);
  expect(withMarks([near])).toEqual([near]);
});
