import { spawn } from "node:child_process";
import { join } from "node:path";
import { environment, loadEnvFile, nodeBinary, root } from "./node.mjs";

loadEnvFile();
const next = join(root, "node_modules/next/dist/bin/next");
const child = spawn(nodeBinary(), [next, "dev", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: environment(),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
