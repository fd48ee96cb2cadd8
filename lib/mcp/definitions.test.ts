import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_TOOLS, nameFor, toolsFrom } from "./definitions";

const tool = (name: string, given: object = {}) => ({ name, inputSchema: { type: "object" as const }, ...given });

test("a tool is named after its server", () => {
  expect(nameFor("calendar", "find_events")).toBe("calendar__find_events");
});

test("every name is one that providers take, and two tools of servers never share one", () => {
  const server = fc.stringMatching(/^[a-z0-9-]{1,32}$/);
  const name = fc.oneof(fc.string({ minLength: 1, unit: "binary" }), fc.stringMatching(/^[a-z_.]{1,90}$/));
  fc.assert(
    fc.property(server, name, server, name, (serverA, a, serverB, b) => {
      const [first, second] = [nameFor(serverA, a), nameFor(serverB, b)];
      expect(first).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(first === second).toBe(serverA === serverB && a === b);
    }),
  );
});

test("names do not depend on the order of the list", () => {
  const listed = [tool("a.b"), tool("a/b"), tool("a_b")];
  const names = (tools: typeof listed) =>
    toolsFrom("s", tools)
      .tools.map(({ name }) => name)
      .sort();
  expect(new Set(names(listed)).size).toBe(3);
  expect(names(listed.toReversed())).toEqual(names(listed));
});

test("one name twice counts once", () => {
  expect(toolsFrom("s", [tool("a", { description: "first" }), tool("a")])).toMatchObject({
    tools: [{ description: "first" }],
    leftOut: 1,
  });
});

test("an enormous list is cut, and says by how much", () => {
  const { tools, leftOut } = toolsFrom(
    "s",
    Array.from({ length: 5_000 }, (_, i) => tool(`t${i}`)),
  );
  expect(tools).toHaveLength(MOST_TOOLS);
  expect(leftOut).toBe(4_900);
});

test("long descriptions are cut, and all together cost no more than a model can be asked to read", () => {
  const listed = Array.from({ length: 100 }, (_, i) => tool(`t${i}`, { description: "长".repeat(1_000_000) }));
  const { tools, leftOut } = toolsFrom("s", listed);
  expect(tools[0]?.description).toHaveLength(1_501);
  expect(JSON.stringify(tools).length).toBeLessThan(100_000);
  expect(leftOut).toBeGreaterThan(0);
});

test("schemas that are no object, too large or too deep are left out, the others kept", () => {
  let deep: object = {};
  for (let i = 0; i < 50_000; i++) deep = { x: deep };
  const { tools } = toolsFrom("s", [
    tool("array", { inputSchema: { type: "array" } }),
    tool("large", { inputSchema: { type: "object", properties: { a: { description: "x".repeat(20_000) } } } }),
    tool("deep", { inputSchema: { type: "object", properties: deep } }),
    tool("without", { inputSchema: {} }),
    tool("fine", { inputSchema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } }),
  ]);
  expect(tools.map(({ original }) => original)).toEqual(["without", "fine"]);
  expect(tools[0]?.schema).toEqual({ type: "object", properties: {} });
});

test("only what the server says changes nothing counts as reading", () => {
  const { tools } = toolsFrom("s", [tool("a", { annotations: { readOnlyHint: true } }), tool("b")]);
  expect(tools.map(({ readOnly }) => readOnly)).toEqual([true, false]);
});
