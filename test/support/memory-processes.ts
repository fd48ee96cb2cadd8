import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import type { MemoryOrders } from "./memory-process";

/**
 * The processes of memory-process.ts, in one file: started a hundred times, loading its sources would cost minutes. The
 * next one loads while the test looks at what the last has left.
 */
export async function memoryProcesses(name: string): Promise<(orders: MemoryOrders) => Promise<"over" | "killed">> {
  // Beside node_modules, where what stays outside of it is found.
  const outfile = join(process.cwd(), ".check", `memory-process-${name}.mjs`);
  await build({
    ...{ entryPoints: [join(import.meta.dirname, "memory-process.ts")], outfile, bundle: true, logLevel: "error" },
    ...{ platform: "node", format: "esm", target: "node20", external: ["@electric-sql/pglite"] },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const env = { ...process.env, NODE_COMPILE_CACHE: join(process.cwd(), ".check", "compile-cache") };
  // One that is never told anything ends with the test's own process, which has its standard input.
  const start = () => spawn(process.execPath, [outfile], { env });
  let loading: ChildProcessWithoutNullStreams | undefined;
  return async (orders) => {
    const child = loading ?? start();
    loading = undefined;
    const outcome = await obeyed(child, orders);
    loading ??= start();
    return outcome;
  };
}

async function obeyed(child: ChildProcessWithoutNullStreams, orders: MemoryOrders): Promise<"over" | "killed"> {
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
}
