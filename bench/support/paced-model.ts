import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "@/test/support/postgres-server";

/** What the model is asked: its first token comes after 100 ms, then 40 chunks 10 ms apart. */
export const PACED = "#slow 40x10 100";
export const PACED_CHUNKS = 40;

/** The scripted provider in a process of its own, so that its work is not measured as the product's. */
export async function startPacedModel(): Promise<{ env: Record<string, string>; stop(): void }> {
  const port = await freePort();
  const child = spawn(
    "tsx",
    [join(import.meta.dirname, "../../test/scripted-provider/serve.ts"), "--port", String(port)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await new Promise<void>((ready, failed) => {
    child.stdout?.once("data", () => ready());
    child.once("exit", (code) => failed(new Error(`The scripted provider ended with code ${code}.`)));
  });
  return {
    env: {
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`,
      CADAU_MODEL: "openai-compatible:scripted-small@128000",
    },
    stop: () => void child.kill("SIGTERM"),
  };
}
