import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { buildIfStale } from "./build.mjs";
import { installDependencies } from "./install.mjs";
import { loadEnvFile, nodeBinary, root } from "./node.mjs";

// From a fresh clone to a running product: installs, builds and starts, each only where something is to do.
// Plain JavaScript for Node.js 20, since nothing is installed yet when it begins.

const say = (line) => process.stdout.write(`${line}\n`);
const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Cadau needs Node.js 20 or later to install itself; this is ${process.versions.node}.`);
}
loadEnvFile();
const port = Number(process.env.PORT || 3000);
const address = `http://localhost:${port}`;
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail(`PORT: a number from 1 to 65535 is needed, not "${process.env.PORT}".`);

// Asked before the long part, so that nobody waits for a build to learn it.
if (!(await isFree(port))) {
  fail(
    (await isHealthy())
      ? `Cadau is already running: ${address}`
      : `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm run up`,
  );
}
if (!installDependencies(say)) fail("The dependencies could not be installed; npm says why above.");
if (buildIfStale(say) !== 0) fail("The build failed; the reason stands above.");

say("Starting …");
// The channel ends the server when this process is gone, however that happens.
const server = spawn(nodeBinary(), [join(root, "scripts/start.mjs")], {
  cwd: root,
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    stopping = true;
    server.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
  });
}
server.once("exit", (code, signal) => process.exit(code ?? (stopping || !signal ? 0 : 1)));

while (!(await isHealthy())) await new Promise((resolve) => setTimeout(resolve, 100));
say(`
  Cadau is running: ${process.env.APP_URL || address}
  On a new installation the first account that signs up becomes the owner of the workspace.
  Ctrl+C stops it; the data stays.
`);

function isFree(wanted) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(wanted, () => probe.close(() => resolve(true)));
  });
}

async function isHealthy() {
  try {
    const response = await fetch(`${address}/api/v1/health`, { signal: AbortSignal.timeout(1_000) });
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}
