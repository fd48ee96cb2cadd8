import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { openapiDocument } from "@/lib/http/openapi";
import { curlOf } from "./curl";

const { paths, components } = openapiDocument();
const listed = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation, name: operation.operationId })),
);

/** The arguments that a shell makes of a command. */
const argumentsOf = (command: string): string[] =>
  execFileSync("sh", ["-c", `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${command}`], {
    env: { ...process.env, CADAU_TOKEN: "cad_secret" },
    encoding: "utf8",
  })
    .split("\0")
    .slice(0, -1);

test.each(listed)("the example of $name is a command that a shell reads as it is meant", (call) => {
  const args = argumentsOf(curlOf({ base: "https://chat.example.org/api/v1", schemas: components.schemas, ...call }));
  const url = args.find((argument) => argument.startsWith("https://")) ?? "";
  const filled = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "date" ? "[0-9-]{10}" : "[0-9a-f-]{36}"));
  expect(new URL(url).pathname).toMatch(new RegExp(`^/api/v1${filled}$`));
  if (call.operation.security.length > 0) expect(args).toContain("Authorization: Bearer cad_secret");
  const data = args[args.indexOf("-d") + 1];
  if (call.operation.requestBody) expect(JSON.parse(data ?? "")).toBeTypeOf("object");
});

test("what stands in single quotes keeps its own", () => {
  const command = curlOf({
    base: "http://localhost",
    method: "post",
    path: "/x",
    schemas: {},
    operation: {
      operationId: "x",
      tags: [],
      summary: "",
      security: [],
      responses: {},
      requestBody: {
        required: true,
        content: { "application/json": { schema: { examples: [{ text: "it's $HOME" }] } } },
      },
    },
  });
  expect(argumentsOf(command).at(-1)).toBe('{"text":"it\'s $HOME"}');
});
