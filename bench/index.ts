import { readdirSync } from "node:fs";

// npm run bench -- NAME: one benchmark a file, each printing ratios measured in one run.
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""));

const name = process.argv[2];
if (!name || !names.includes(name)) {
  process.stderr.write(`Usage: npm run bench -- NAME, one of: ${names.join(", ")}\n`);
  process.exit(2);
}
const { run } = (await import(`./${name}.bench.ts`)) as { run(): Promise<void> };
await run();
process.exit();
