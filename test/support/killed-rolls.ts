import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import type { Orders, Word } from "./roll-process";

/** The processes of roll-process.ts, in one file: started a hundred times, loading its sources would cost minutes. */
export async function rollProcesses(name: string): Promise<{ start(): RollProcess; endAll(): void }> {
  // Beside node_modules, where what stays outside of it is found.
  const outfile = join(process.cwd(), ".check", `roll-process-${name}.mjs`);
  await build({
    ...{ entryPoints: [join(import.meta.dirname, "roll-process.ts")], outfile, bundle: true, logLevel: "error" },
    ...{ platform: "node", format: "esm", target: "node20", external: ["@electric-sql/pglite"] },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const all = new Set<RollProcess>();
  return {
    start() {
      const started = new RollProcess(outfile);
      all.add(started);
      return started;
    },
    endAll() {
      for (const each of all) each.kill();
    },
  };
}

/** Loads at once, and begins when it is told to. */
export class RollProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  #errors = "";

  constructor(file: string) {
    const NODE_COMPILE_CACHE = join(dirname(file), "compile-cache");
    this.#child = spawn(process.execPath, [file], { env: { ...process.env, NODE_COMPILE_CACHE } });
    this.#child.stderr.on("data", (data) => {
      this.#errors += data;
    });
  }

  /** Says what it says until it is gone; throws when it went any other way than by SIGKILL or at its end. */
  async *obey(orders: Orders): AsyncGenerator<Word> {
    const gone = new Promise<NodeJS.Signals | null>((resolve) =>
      this.#child.once("close", (_, signal) => resolve(signal)),
    );
    this.#child.stdin.write(`${JSON.stringify(orders)}\n`);
    let last: Word | undefined;
    for await (const line of createInterface({ input: this.#child.stdout })) {
      last = JSON.parse(line) as Word;
      yield last;
    }
    const signal = await gone;
    if (signal !== "SIGKILL" && last?.word !== "over") throw new Error(`the process broke off: ${this.#errors}`);
  }

  kill(): void {
    if (this.#child.exitCode === null) this.#child.kill("SIGKILL");
  }
}
