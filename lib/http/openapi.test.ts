import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { METHODS, routes } from "@/test/support/routes";
import { contracts, sections } from "./contract/index";
import { otherMethods } from "./endpoint";
import { openapiDocument } from "./openapi";
import { exampleOf } from "./openapi-example";

const document = openapiDocument();
const all = await routes();
const held = all.flatMap(({ path, handlers }) =>
  METHODS.flatMap((method) => {
    const handler = handlers[method];
    return handler && "contract" in handler ? [{ place: `${method} ${path}`, contract: handler.contract }] : [];
  }),
);

test("the document is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test("every reference in it leads somewhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
});

describe("route files and contracts", () => {
  test.each(held)("$place is the method and path of its contract", ({ place, contract }) => {
    expect(contracts).toContain(contract);
    const { method, path } = contract as (typeof contracts)[number];
    expect(`${method} ${path}`).toBe(place);
  });

  test("each contract is answered by one route file", () => {
    const declared = contracts.map(({ method, path }) => `${method} ${path}`).sort();
    expect(held.map(({ place }) => place).sort()).toEqual(declared);
  });

  test.each(all)("$file answers the methods that it does not have", ({ handlers }) => {
    const missing = METHODS.filter((method) => !handlers[method]);
    expect(missing, "add them by `export const { … } = otherMethods(…)`").toEqual([]);
  });

  test.each(all)("$file names its own methods in 405", async ({ handlers }) => {
    const own = METHODS.filter((method) => "contract" in (handlers[method] ?? {}));
    const refusing = METHODS.map((method) => handlers[method]).find((handler) => handler && !("contract" in handler));
    const response = await refusing?.(new Request("http://localhost/"), { params: Promise.resolve({}) });
    expect(response?.status).toBe(405);
    expect(response?.headers.get("allow")?.split(", ").sort()).toEqual([...own].sort());
  });
});

test("405 has no handler for the methods that are allowed", () => {
  expect(Object.keys(otherMethods("GET", "DELETE")).sort()).toEqual(["PATCH", "POST", "PUT"]);
});

describe("the examples of the reference are what the schemas accept", () => {
  const { schemas } = document.components;
  const named = sections.flatMap(({ calls }) => Object.entries(calls).map(([name, call]) => ({ name, call })));
  const operation = (path: string, method: string) => {
    const found = document.paths[path]?.[method.toLowerCase()];
    if (!found) throw new Error(`${method} ${path} is not in the document`);
    return found;
  };

  test.each(named.filter(({ call }) => call.response))("the answer of $name", ({ call }) => {
    const answer = operation(call.path, call.method).responses[call.status ?? 200]?.content?.["application/json"];
    expect(call.response?.safeParse(exampleOf(answer?.schema ?? {}, schemas)).error).toBeUndefined();
  });

  test.each(named.filter(({ call }) => call.body))("the body of $name", ({ call }) => {
    const body = operation(call.path, call.method).requestBody?.content["application/json"];
    expect(call.body?.safeParse(exampleOf(body?.schema ?? {}, schemas)).error).toBeUndefined();
  });
});
