import { describe, expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./support/imports";

// Walks the imports of the product as they stand on disk: which room may know which, and what the browser may get.

const files = sourceFiles();
const byName = new Map(files.map((file) => [file.file, file]));

/** From the top of the house to its ground. A file may import from its own room and from those below it. */
const FLOORS: { name: string; holds: RegExp }[] = [
  { name: "app, cli", holds: /^(app|cli)\/|^(instrumentation|proxy)\.ts$/ },
  { name: "lib/operations", holds: /^lib\/operations\/(?!metrics)/ },
  { name: "lib/http, lib/i18n", holds: /^lib\/(http\/(?!contract\/)|i18n\/(?!locale))/ },
  { name: "lib/chat", holds: /^lib\/chat\// },
  { name: "lib/mcp", holds: /^lib\/mcp\// },
  { name: "lib/tools", holds: /^lib\/tools\// },
  { name: "lib/workspaces", holds: /^lib\/workspaces\// },
  { name: "lib/context/checkpoint", holds: /^lib\/context\/checkpoint\// },
  { name: "lib/context/roll", holds: /^lib\/context\/roll\// },
  { name: "lib/context/payload", holds: /^lib\/context\/payload\// },
  { name: "lib/context/summary", holds: /^lib\/context\/summary\// },
  { name: "lib/context/extract", holds: /^lib\/context\/extract\// },
  { name: "lib/context/size", holds: /^lib\/context\/size\/(?!measure)/ },
  { name: "lib/agents", holds: /^lib\/agents\// },
  { name: "lib/memory", holds: /^lib\/memory\// },
  { name: "lib/files", holds: /^lib\/files\/(?!part)/ },
  { name: "lib/search", holds: /^lib\/search\// },
  { name: "lib/models", holds: /^lib\/models\// },
  { name: "lib/auth", holds: /^lib\/auth\/(?!actor-type)/ },
  { name: "lib/db", holds: /^lib\/db\// },
  // What knows nothing of the others: words, shapes, and what every file may need.
  {
    name: "the ground",
    holds:
      /^lib\/((errors|process-wide|sentences|text)\.ts|(config|log|http\/contract)\/|operations\/metrics|auth\/actor-type|i18n\/locale|files\/part|context\/size\/measure)/,
  },
];
const floorOf = (file: string) => FLOORS.findIndex(({ holds }) => holds.test(file));
const isOwn = (target: string) => byName.has(target);

const valueImports = (file: SourceFile) => file.imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target);

test("imports are found at all", () => {
  const endpoint = byName.get("lib/http/endpoint.ts");
  expect(endpoint?.imports).toContainEqual({ target: "lib/auth/actor.ts", typeOnly: false });
  expect(endpoint?.imports).toContainEqual({ target: "lib/auth/actor-type.ts", typeOnly: true });
});

test("every file of lib stands in a room", () => {
  expect(files.map(({ file }) => file).filter((file) => floorOf(file) === -1)).toEqual([]);
});

test("arrows run one way", () => {
  const upward = files.flatMap(({ file, imports }) =>
    imports
      .filter(({ target }) => isOwn(target) && floorOf(target) < floorOf(file))
      // The ground may name the types of what it measures and logs; nothing of them is left when it runs.
      .filter(({ typeOnly }) => !(typeOnly && floorOf(file) === FLOORS.length - 1))
      .map(
        ({ target }) => `${file} (${FLOORS[floorOf(file)]?.name}) imports ${target} (${FLOORS[floorOf(target)]?.name})`,
      ),
  );
  expect(upward).toEqual([]);
});

/** The first circle among files that comes back to one of `way`; `settled` are those known to lead into none. */
function circle(file: string, way: string[], settled: Set<string>): string[] | undefined {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  const known = byName.get(file);
  if (!known || settled.has(file)) return undefined;
  for (const target of valueImports(known)) {
    const found = circle(target, [...way, file], settled);
    if (found) return found;
  }
  settled.add(file);
  return undefined;
}

test("no files import each other in a circle", () => {
  const settled = new Set<string>();
  const found = files.map(({ file }) => circle(file, [], settled)).find((way) => way !== undefined);
  expect(found?.join(" → ")).toBeUndefined();
});

test("lib knows no framework but where it meets it", () => {
  const framework = /^(next|react|react-dom)(\/|$)|^next-(auth|intl)(\/|$)/;
  const found = files
    .filter(({ file }) => file.startsWith("lib/") && !/^lib\/(auth|http|i18n)\//.test(file))
    .flatMap(({ file, imports }) =>
      imports.filter(({ target }) => framework.test(target)).map(({ target }) => `${file} imports ${target}`),
    );
  expect(found).toEqual([]);
});

describe("what the browser gets", () => {
  const directive = (source: string) =>
    /^\s*(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|\s)*["']use (client|server)["']/.exec(source)?.[1];
  const forbidden =
    /^(node:|zod(\/|$)|lib\/(db|config|log|chat\/(?!runs\/reduce)|operations)(\/|\.)|postgres$|drizzle-orm|pino|next\/(headers|server)$)/;
  const clients = files.filter(({ source }) => directive(source) === "client");

  /** The first way from a client file to something that is not for browsers. */
  function wayOut(start: SourceFile): string[] | undefined {
    const seen = new Set<string>();
    const visit = (file: SourceFile, way: string[]): string[] | undefined => {
      if (seen.has(file.file)) return undefined;
      seen.add(file.file);
      for (const target of valueImports(file)) {
        if (forbidden.test(target)) return [...way, file.file, target];
        const next = byName.get(target);
        // A server action is a call over the network: its file stays on the server.
        const found = next && directive(next.source) !== "server" ? visit(next, [...way, file.file]) : undefined;
        if (found) return found;
      }
      return undefined;
    };
    return visit(start, []);
  }

  test("client files are found at all", () => {
    expect(clients.map(({ file }) => file)).toContain("app/docs/_components/copy-button.tsx");
  });

  test("no client file reaches the database, the configuration, the validation or Node", () => {
    expect(clients.flatMap((file) => wayOut(file)?.join(" → ") ?? [])).toEqual([]);
  });
});
