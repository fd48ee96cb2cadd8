import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { report } from "./support/figures";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";

const EMAIL = "importer@example.org";
const LIMIT_MB = 300;

/** A million lines go in with bounded memory; the embedded database, which lives in the same process, takes 100,000. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "cadau-import-"));
  try {
    const postgres = await benchDatabase();
    await makePerson("importer");
    const million = await writeLines(join(directory, "million.jsonl"), 1_000_000);
    const onServer = await importFile(million, { DATABASE_URL: postgres.url });
    await postgres.stop();
    report(
      "MB of memory for 1,000,000 lines, PostgreSQL",
      onServer.peakMb,
      LIMIT_MB,
      `in ${onServer.seconds.toFixed(0)} s`,
    );

    const embedded = { DATABASE_URL: "", DATA_DIR: join(directory, "data") };
    const account = await cli(
      ["user:create", "--email", EMAIL, "--password", "correct horse battery", "--name", "Importer"],
      embedded,
    );
    if (account.code !== 0) throw new Error("user:create failed");
    const hundredThousand = await writeLines(join(directory, "hundred-thousand.jsonl"), 100_000);
    const inProcess = await importFile(hundredThousand, embedded);
    process.stdout.write(
      `     100,000 lines on the embedded database: ${inProcess.seconds.toFixed(0)} s, ${inProcess.peakMb.toFixed(0)} MB with the database in it\n`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function writeLines(file: string, count: number): Promise<string> {
  const out = createWriteStream(file);
  for (let i = 0; i < count; i++) {
    const line = JSON.stringify({
      role: i % 2 === 0 ? "user" : "assistant",
      text: `Line ${i}: the ferry leaves at nine and the pier is not ready, 码头还没有修好。`,
      created_at: new Date(1_700_000_000_000 + i * 1_000).toISOString(),
    });
    if (!out.write(`${line}\n`)) await once(out, "drain");
  }
  out.end();
  await finished(out);
  return file;
}

async function importFile(file: string, env: Record<string, string>): Promise<{ peakMb: number; seconds: number }> {
  const started = performance.now();
  const { code, peakMb } = await cli(["session:import", "--email", EMAIL, "--file", file], env);
  if (code !== 0) throw new Error(`session:import of ${file} ended with code ${code}`);
  return { peakMb, seconds: (performance.now() - started) / 1_000 };
}

/** Runs the CLI as an operator does, and reads the most memory it ever held from the kernel. */
async function cli(args: string[], env: Record<string, string>): Promise<{ code: number | null; peakMb: number }> {
  const child = spawn("node", ["--max-semi-space-size=4", "--import", "tsx", "cli/index.ts", ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, LOG_LEVEL: "error", ...env },
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  let peakMb = 0;
  const watch = setInterval(() => {
    try {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
      peakMb = Math.max(peakMb, Number(peak ?? 0) / 1_024);
    } catch {
      // It has just ended: the last reading stands.
    }
  }, 50);
  const code = await new Promise<number | null>((ended) => child.once("exit", ended));
  clearInterval(watch);
  if (code !== 0) process.stderr.write(complaint);
  return { code, peakMb };
}
