import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Environment } from "@/lib/config";

/** Gives this test file an environment of its own: nothing configured but a temporary DATA_DIR and silent logs. */
export function isolateEnvironment(): { dataDir: string; remove(): void } {
  for (const name of Object.keys(process.env)) {
    if (name in Environment.shape || /^(?:CHAT_CONTEXT|AGENT|FILES)_/.test(name)) delete process.env[name];
  }
  const dataDir = mkdtempSync(join(tmpdir(), "cadau-test-"));
  process.env.DATA_DIR = dataDir;
  process.env.LOG_LEVEL = "silent";
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}
