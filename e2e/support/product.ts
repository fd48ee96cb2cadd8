import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { freePort } from "@/test/support/postgres-server";

export const ROOT = resolve(import.meta.dirname, "../..");

export type Product = {
  url: string;
  dataDir: string;
  pid: number;
  /** Its output so far. */
  log(): string;
  /** Ends it by that signal, SIGTERM unless another is given, and waits until it is gone. Answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type ProductOptions = {
  /** The name of the log in .check/e2e. */
  name: string;
  /** Kept when given, so that a product can be stopped and started on its data; else temporary. */
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
};

/** Starts the production build on a port of its own and waits until it answers. */
export async function startProduct({ name, dataDir, port, env = {} }: ProductOptions): Promise<Product> {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), "cadau-e2e-"));
  const listenOn = port ?? (await freePort());
  const logFile = join(ROOT, ".check/e2e", `${name}.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  const child = spawn(join(ROOT, "node_modules/.bin/node"), [join(ROOT, "scripts/start.mjs")], {
    cwd: ROOT,
    // The channel ends the product when the tests' process is gone.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...testEnvironment, DATA_DIR: directory, PORT: String(listenOn), ...env },
  });
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const url = `http://localhost:${listenOn}`;
  const readLog = () => readFileSync(logFile, "utf8");
  await untilHealthy(url, child, readLog);
  return {
    url,
    dataDir: directory,
    pid: child.pid ?? 0,
    log: readLog,
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = new Promise((done) => child.once("exit", done));
        child.kill(signal);
        await exited;
      }
      log.end();
      if (!dataDir) rmSync(directory, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

/** Limits that tests would run into, and patience that they do not have. */
const testEnvironment = {
  LOG_LEVEL: "info",
  RATE_LIMIT_SENDS: "1000000",
  RATE_LIMIT_SIGN_IN: "10000",
  MODEL_FIRST_CHUNK_MS: "8000",
  MODEL_STALL_MS: "8000",
};

async function untilHealthy(url: string, child: ChildProcess, readLog: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(
        `The product ended at start (${child.signalCode ?? child.exitCode}):\n${readLog().slice(-4_000)}`,
      );
    }
    if (await answers(`${url}/api/v1/ready`)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`The product did not become ready within a minute:\n${readLog().slice(-4_000)}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false; // not listening yet
  }
}
