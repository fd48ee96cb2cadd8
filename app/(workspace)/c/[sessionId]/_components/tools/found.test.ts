import { expect, it } from "vitest";
import { foundIn } from "./found";

const session = "0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24";

it("messages that were found lead to their places", () => {
  const link = `/c/${session}?m=${session}`;
  const hits = [{ session_title: "Boats", speaker: "user", snippet: "the <mark>blue</mark> boat &amp; more", link }];
  expect(foundIn({ hits, next: null })).toEqual([{ href: link, title: "Boats · user", text: "the blue boat & more" }]);
});

it("an entry that was read leads to itself", () => {
  const link = `/agents/${session}/entries/${session}`;
  expect(foundIn({ title: "Never eats mussels", text: "I never eat mussels.", link })).toEqual([
    { href: link, title: "Never eats mussels", text: "I never eat mussels." },
  ]);
});

it("nothing leads out of the product, and nothing is expected of a shape", () => {
  for (const link of ["https://example.org", "//example.org/c/", "javascript:alert(1)", "/c/../admin", "/api/v1/x"]) {
    expect(foundIn({ hits: [{ link, title: "x" }] })).toEqual([]);
  }
  for (const odd of [undefined, null, 3, "text", [], { hits: "none" }, { hits: [null, 3] }]) {
    expect(foundIn(odd)).toEqual([]);
  }
});
