import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import type { MemoryOrders } from "./memory-process";

/** The processes of memory-process.ts, in one file: started often, loading its sources would cost minutes. */
export async function memoryProcesses(): Promise<(orders: MemoryOrders) => Promise<"over" | "killed">> {
  // Beside node_modules, where what stays outside of it is found.
  const outfile = join(process.cwd(), ".check", "memory-process.mjs");
  await build({
    ...{ entryPoints: [join(import.meta.dirname, "memory-process.ts")], outfile, bundle: true, logLevel: "error" },
    ...{ platform: "node", format: "esm", target: "node20", external: ["@electric-sql/pglite"] },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return async (orders) => {
    const child = spawn(process.execPath, [outfile], { stdio: ["pipe", "pipe", "pipe"] });
    let [said, errors] = ["", ""];
    child.stdout.on("data", (data) => {
      said += data;
    });
    child.stderr.on("data", (data) => {
      errors += data;
    });
    const closed = new Promise<NodeJS.Signals | null>((resolve) => child.once("close", (_, signal) => resolve(signal)));
    child.stdin.write(`${JSON.stringify(orders)}\n`);
    const signal = await closed;
    if (said === "over\n") return "over";
    if (said === "dying\n" && signal === "SIGKILL") return "killed";
    throw new Error(`the process broke off: ${said}${errors}`);
  };
}
