import { access, constants, mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { isDraining } from "@/lib/chat/runs/drain";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { ping } from "@/lib/db/queries/ping";
import type { Readiness } from "@/lib/http/contract/operations";
import { log } from "@/lib/log";
import { runtimeDirectory } from "@/lib/memory/home";
import { checkModelConfig } from "@/lib/models/check-config";

const DATABASE_MS = 3_000;

type Check = Readiness["checks"]["database"];

/** The answer is public: what went wrong in detail stands in the log. */
async function check(name: string, probe: () => unknown, detail: string): Promise<Check> {
  try {
    await probe();
    return { ok: true };
  } catch (error) {
    log.warn("readiness_check_failed", { check: name }, error);
    return { ok: false, detail };
  }
}

function within<T>(ms: number, task: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  return Promise.race([task, late.promise]).finally(() => clearTimeout(timer));
}

const writable = (directory: string) => access(directory, constants.R_OK | constants.W_OK);

/** It comes to be with the first agent that remembers: that it can is what counts. */
async function memoryDirectory(): Promise<void> {
  // Only itself: a data directory that is gone must not come back empty.
  await mkdir(runtimeDirectory(), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await writable(`${runtimeDirectory()}/.`);
}

/** Whether this process can serve now: its database, its directories, its models, and that it is not stopping. */
export async function readiness(): Promise<Readiness> {
  const [database, data_directory, memory_directory, model] = await Promise.all([
    check("database", () => within(DATABASE_MS, getDb().then(ping)), "the database does not answer"),
    check("data_directory", () => writable(resolve(config().DATA_DIR)), "the data directory cannot be written"),
    check("memory_directory", memoryDirectory, "the directory of the agents' memory cannot be written"),
    check("model", checkModelConfig, "the configured model cannot be used"),
  ]);
  const ready = database.ok && data_directory.ok && memory_directory.ok && model.ok && !isDraining();
  return { ready, checks: { database, data_directory, memory_directory, model } };
}
