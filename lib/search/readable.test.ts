import { expect, test } from "vitest";
import { parseQuery } from "./query";
import { readable } from "./readable";
import { snippetOf } from "./snippet";

test.each([
  ["> — you, [The gauge](/c/1?m=2)", "— you, The gauge"],
  ["## Plan\n- **first** the `pump`\n* then", "Plan\nfirst the pump\nthen"],
  ["```sh\nls -l\n```", "\nls -l\n"],
  ["2 * 3 * 4 and a_b_c and x[1](no", "2 * 3 * 4 and a_b_c and x[1](no"],
])("%j reads %j", (source, shown) => {
  expect(readable(source)).toBe(shown);
});

test("an address that was looked for is shown as it stands", () => {
  const terms = parseQuery("harbour", "UTC").terms;
  const wanted = { weights: new Map(terms.map((term) => [term, 1])), phrases: [] };
  expect(snippetOf("See [this](https://harbour.example/x)", wanted)).toContain("<mark>harbour</mark>");
  expect(snippetOf("See [the harbour](https://example.org)", wanted)).toBe("See the <mark>harbour</mark>");
});
