import { eq } from "drizzle-orm";
import type { Actor } from "@/lib/auth/actor-type";
import { drainRuns } from "@/lib/chat/runs/drain";
import { followRun } from "@/lib/chat/runs/follow";
import { startRunLoops } from "@/lib/chat/runs/loop";
import { startSend } from "@/lib/chat/runs/send";
import { stopRun } from "@/lib/chat/runs/stop";
import { closeDatabase, getDb } from "@/lib/db/client";
import { chatRunEvents } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import { dieAt } from "./dying";
import { makeActor } from "./factories";
import type { Command, Report } from "./other-process";

// A process of the product without its web side, told by its parent what to do; see other-process.ts.

const tell = (report: Report) => process.send?.(report);

async function obey(command: Command): Promise<unknown> {
  switch (command.do) {
    case "dieAt":
      dieAt(command.point);
      return null;
    case "makeActor":
      return await makeActor();
    case "send":
      return await startSend(command.actor, command.input);
    case "stop":
      return (await stopRun(command.actor, command.runId)).status;
    case "written":
      return await (await getDb()).$count(chatRunEvents, eq(chatRunEvents.sessionId, command.sessionId));
    case "drain":
      await drainRuns();
      return null;
    case "close":
      await closeDatabase();
      return null;
    case "follow":
      return await follow(command.n, command.actor, command.runId, command.after);
  }
}

async function follow(n: number, actor: Actor, runId: string, after: number): Promise<null> {
  for await (const entries of await followRun(actor, runId, after, new AbortController().signal)) {
    for (const entry of entries) tell({ n, entry });
  }
  return null;
}

process.on("message", (command: Command) => {
  obey(command).then(
    (result) => tell({ n: command.n, result }),
    (error: unknown) => tell({ n: command.n, failed: error instanceof AppError ? error.code : String(error) }),
  );
});

await startRunLoops();
tell({ n: 0, result: null });
