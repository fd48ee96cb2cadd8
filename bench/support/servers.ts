import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@/test/support/postgres-server";

export type Server = { url: string; pid: number; stop(): Promise<void> };

const ROOT = resolve(import.meta.dirname, "../..");
const BARE = join(ROOT, "bench/bare");

/** The product as `npm run up` runs it, on a port and data directory of its own. */
export async function startProduct(env: Record<string, string>): Promise<Server> {
  if (!existsSync(join(ROOT, ".next/BUILD_ID")))
    throw new Error("There is no production build: run `npm run build` first.");
  const dataDir = mkdtempSync(join(tmpdir(), "cadau-bench-"));
  const server = await startNext(
    ROOT,
    { LOG_LEVEL: "warn", DATA_DIR: dataDir, RATE_LIMIT_SENDS: "1000000", ...env },
    "/api/v1/health",
  );
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The yardstick: Next route handlers that do the same work with nothing around it. */
export async function startBare(env: Record<string, string>): Promise<Server> {
  // By webpack: the other bundler looks for instrumentation and a proxy in the folders above too, and finds the product's.
  execFileSync("next", ["build", "--webpack"], {
    cwd: BARE,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  return startNext(BARE, env, "/health");
}

async function startNext(cwd: string, env: Record<string, string>, probe: string): Promise<Server> {
  const port = await freePort();
  const child = spawn("next", ["start", "--port", String(port), "--hostname", "127.0.0.1"], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_MANUAL_SIG_HANDLE: "true",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(`${url}${probe}`, child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return;
      const exited = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended at start with code ${child.exitCode}.`);
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} did not answer within a minute.`);
}
