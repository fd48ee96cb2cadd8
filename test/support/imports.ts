import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export type Import = {
  /** A path from the project's root, or a package's name as written. */
  target: string;
  /** Gone after compilation: `import type …`. */
  typeOnly: boolean;
};
export type SourceFile = { file: string; source: string; imports: Import[] };

const root = process.cwd();
const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:[\w$*{][^;"'`]*?\sfrom\s+)?["']([^"']+)["']/gm;
const DYNAMIC = /(?<!typeof\s)\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g;

/** Where an import of the project's own leads, from the root; undefined for packages. */
function resolveOwn(specifier: string, from: string): string | undefined {
  const base = specifier.startsWith("@/")
    ? join(root, specifier.slice(2))
    : specifier.startsWith(".")
      ? resolve(root, dirname(from), specifier)
      : undefined;
  if (base === undefined) return undefined;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, join(base, "index.ts"), join(base, "index.tsx")];
  const found = candidates.find((path) => existsSync(path) && statSync(path).isFile());
  return relative(root, found ?? base);
}

function importsOf(source: string, file: string): Import[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found = [
    ...[...text.matchAll(STATEMENT)].map(([, type, specifier = ""]) => ({ specifier, typeOnly: type !== undefined })),
    ...[...text.matchAll(DYNAMIC)].map(([, specifier = ""]) => ({ specifier, typeOnly: false })),
  ];
  return found.map(({ specifier, typeOnly }) => ({ target: resolveOwn(specifier, file) ?? specifier, typeOnly }));
}

/** The product's own sources with what they import: no tests, no tools. */
export function sourceFiles(): SourceFile[] {
  const folders = ["app", "lib", "cli"].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file))
      : [],
  );
  return [...folders, "instrumentation.ts", "proxy.ts"]
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && existsSync(file))
    .map((file) => {
      const source = readFileSync(file, "utf8");
      return { file, source, imports: importsOf(source, file) };
    });
}
