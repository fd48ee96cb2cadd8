import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startScriptedProvider } from "@/test/scripted-provider";
import { type PostgresServer, startPostgres } from "@/test/support/postgres-server";
import { type Product, ROOT, startProduct } from "./product";
import { Seeds, type State, writeState } from "./state";

const run = promisify(execFile);

/** Builds when needed, then starts the scripted provider and a seeded product for each project that is asked for. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const node = join(ROOT, "node_modules/.bin/node");
  const built = spawnSync(node, ["scripts/build.mjs", "--if-stale"], { cwd: ROOT, stdio: "inherit" });
  if (built.status !== 0) throw new Error("The production build failed.");

  const runDir = mkdtempSync(join(tmpdir(), "cadau-e2e-"));
  const provider = await startScriptedProvider();
  const products: Product[] = [];
  let postgres: PostgresServer | undefined;
  const stopAll = async () => {
    await Promise.all(products.map((product) => product.stop()));
    await postgres?.stop();
    await provider.close();
    rmSync(runDir, { recursive: true, force: true });
  };
  try {
    const servers: State["servers"] = {};
    const start = async (engine: "pglite" | "postgres") => {
      if (engine === "postgres") postgres = await startPostgres();
      const dataDir = join(runDir, engine);
      const env = {
        ...(postgres && engine === "postgres" && { DATABASE_URL: postgres.url("postgres") }),
        CADAU_MODEL: "openai-compatible:scripted-small",
        CADAU_MODELS: "openai-compatible:scripted-large",
        OPENAI_COMPATIBLE_BASE_URL: provider.url,
      };
      const seeds = await seed(node, { ...env, DATA_DIR: dataDir });
      const product = await startProduct({ name: `server-${engine}`, dataDir, env });
      products.push(product);
      servers[engine] = { url: product.url, seeds };
    };
    // Both at a time; and none is left starting when the other has failed.
    const outcomes = await Promise.allSettled(enginesAskedFor().map(start));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
    writeState({ providerUrl: provider.url, runDir, servers });
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
}

/** A server costs seconds, so `--project=pglite` starts only that one. */
function enginesAskedFor(): ("pglite" | "postgres")[] {
  const asked = process.argv.flatMap((argument, i) =>
    argument === "--project" ? [process.argv[i + 1]] : argument.startsWith("--project=") ? [argument.slice(10)] : [],
  );
  return (["pglite", "postgres"] as const).filter((engine) => asked.length === 0 || asked.includes(engine));
}

async function seed(node: string, env: Record<string, string>): Promise<Seeds> {
  const { stdout } = await run(node, ["--import", "tsx", "e2e/support/seed.ts"], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: "silent", ...env },
  });
  return Seeds.parse(JSON.parse(stdout));
}
