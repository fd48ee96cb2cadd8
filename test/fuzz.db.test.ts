import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Ids, makePerson, paramsOf, unknownIds } from "./support/access-world";
import { call } from "./support/call";
import { freshDatabase } from "./support/engine";
import { ODD_TEXTS } from "./support/odd-texts";
import { calls } from "./support/routes";

const all = (await calls()).map((found) => ({ ...found, name: `${found.method} ${found.path}` }));
beforeAll(async () => void (await freshDatabase()));

const odd = fc.oneof(
  fc.constantFrom(...ODD_TEXTS.map(([, text]) => text), "\u0000", "\uD800", "", " ", "true", "-0", "1e400"),
  fc.string({ unit: "binary" }),
  fc.uuid(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue(),
);
const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const namesOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Requests whose names are mostly right, and whose values are now and then. */
function requests(contract: (typeof all)[number]["contract"], ids: Ids) {
  const right = fc.constantFrom(...Object.values(ids), ...Object.values(unknownIds()), "1", "hello");
  const text = fc.record({ text: fc.oneof(right, odd), id: fc.oneof(right, odd) }, { requiredKeys: [] });
  const value = fc.oneof({ weight: 3, arbitrary: right }, { weight: 2, arbitrary: odd }, text);
  const members = (names: string[]) => {
    const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names, "extra") }, fc.string());
    return fc.dictionary(name, value, { maxKeys: 6 });
  };
  const params = namesOf(contract.params);
  return fc.record({
    params: fc.oneof(
      fc.constant(paramsOf(ids, contract.path)),
      fc
        .tuple(...params.map(() => value))
        .map((values) => Object.fromEntries(params.map((name, i) => [name, asText(values[i])]))),
    ),
    query: members(namesOf(contract.query)).map((query) =>
      Object.fromEntries(Object.entries(query).map(([name, given]) => [name, asText(given)])),
    ),
    body: fc.oneof({ weight: 9, arbitrary: members(namesOf(contract.body)) }, fc.jsonValue()),
  });
}

test.each(all.filter(({ contract }) => contract.access))(
  "odd values never make $name fail",
  async ({ handler, contract }) => {
    // A person of its own: what happens to be right may well delete something.
    const owner = await makePerson();
    await fc.assert(
      fc.asyncProperty(requests(contract, owner.ids), async ({ params, query, body }) => {
        const given = contract.body ? { params, query, body } : { params, query };
        const response = await call(handler, contract, { ...given, token: owner.token });
        await response.text();
        expect(response.status).toBeLessThan(500);
        if (response.status >= 400) expect(response.headers.get("content-type")).toBe("application/problem+json");
      }),
      { numRuns: 80 },
    );
  },
);
