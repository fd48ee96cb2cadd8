import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Actor } from "@/lib/auth/actor-type";
import type { LogEntry } from "@/lib/chat/runs/chunks";
import type { SendInput, Sent } from "@/lib/chat/runs/send";
import type { DeathPoint } from "./dying";

type Order =
  | { do: "dieAt"; point: DeathPoint }
  | { do: "makeActor" }
  | { do: "send"; actor: Actor; input: SendInput }
  | { do: "stop"; actor: Actor; runId: string }
  | { do: "follow"; actor: Actor; runId: string; after: number }
  | { do: "written"; sessionId: string }
  | { do: "drain" }
  | { do: "close" };
export type Command = Order & { n: number };
export type Report = { n: number; result: unknown } | { n: number; failed: string } | { n: number; entry: LogEntry };

/** A second process on this test's database, with the environment as it is now. */
export type OtherProcess = {
  /** From now on it kills itself as soon as it comes there. */
  dieAt(point: DeathPoint): Promise<null>;
  /** When it is gone, how it ended. */
  readonly gone: Promise<NodeJS.Signals | null>;
  makeActor(): Promise<Actor>;
  send(actor: Actor, input: SendInput): Promise<Sent>;
  stop(actor: Actor, runId: string): Promise<string>;
  /** Hands each entry to `onEntry` until the run has ended. */
  follow(actor: Actor, runId: string, after: number, onEntry: (entry: LogEntry) => void): Promise<void>;
  /** How many batches of the conversation's stream are in the database. */
  written(sessionId: string): Promise<number>;
  drain(): Promise<void>;
  close(): Promise<void>;
  /** kill -9, or another signal such as SIGSTOP. */
  kill(signal?: NodeJS.Signals): Promise<void>;
};

export async function startOtherProcess(environment: Record<string, string> = {}): Promise<OtherProcess> {
  const child = fork(join(import.meta.dirname, "chat-process.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...environment },
    serialization: "advanced", // dates stay dates
  });
  const waiting = new Map<number, (report: Report) => void>();
  child.on("message", (report: Report) => waiting.get(report.n)?.(report));
  process.once("exit", () => child.kill("SIGKILL"));
  await new Promise<void>((ready, failed) => {
    waiting.set(0, () => ready());
    child.once("exit", (code) => failed(new Error(`the other process ended with ${code} before it was ready`)));
  });
  const ask = asking(child, waiting);
  const gone = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  return {
    dieAt: (point) => ask({ do: "dieAt", point }),
    gone,
    makeActor: () => ask({ do: "makeActor" }),
    send: (actor, input) => ask({ do: "send", actor, input }),
    stop: (actor, runId) => ask({ do: "stop", actor, runId }),
    follow: (actor, runId, after, onEntry) => ask({ do: "follow", actor, runId, after }, onEntry),
    written: (sessionId) => ask({ do: "written", sessionId }),
    drain: () => ask({ do: "drain" }),
    close: () => ask({ do: "close" }),
    async kill(signal = "SIGKILL") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill(signal);
      if (signal !== "SIGSTOP" && signal !== "SIGCONT") await ended;
    },
  };
}

function asking(child: ChildProcess, waiting: Map<number, (report: Report) => void>) {
  let last = 0;
  return <T>(order: Order, onEntry: (entry: LogEntry) => void = () => {}): Promise<T> => {
    const n = ++last;
    return new Promise<T>((resolve, reject) => {
      waiting.set(n, (report) => {
        if ("entry" in report) return onEntry(report.entry);
        waiting.delete(n);
        if ("failed" in report) reject(new Error(report.failed));
        else resolve(report.result as T); // What the same command's function answered over there.
      });
      child.send({ ...order, n });
    });
  };
}
