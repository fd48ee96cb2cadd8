import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "./product";

export type Up = {
  output(): string;
  /** Waits until it has said that it runs, or has ended. */
  settled(): Promise<"running" | number | null>;
  /** Sends the signal and waits for the end. Answers the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
};

/** Runs what `npm run up` runs. Dependencies and build are there, so it only starts. */
export function startUp(env: { PORT: string; DATA_DIR: string }): Up {
  const child = spawn(join(ROOT, "node_modules/.bin/node"), [join(ROOT, "scripts/up.mjs")], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "info", ...env },
  });
  let output = "";
  let ended = false;
  const collect = (chunk: string) => {
    output += chunk;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  const exit = once(child, "exit").then(([code]: (number | null)[]) => {
    ended = true;
    return code ?? null;
  });
  return {
    output: () => output,
    async settled() {
      while (!ended) {
        if (output.includes("Cadau is running")) return "running";
        await new Promise((done) => setTimeout(done, 50));
      }
      return exit;
    },
    stop(signal) {
      child.kill(signal);
      return exit;
    },
  };
}
