import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDb } from "@/lib/db/client";
import { insertRoll } from "@/lib/db/queries/context-rolls";
import { processWide } from "@/lib/process-wide";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { log } from ".";

let file: string;
let fd: number;
beforeAll(async () => {
  // Before the first line is logged, which is where the logger looks where to and from what level on.
  process.env.LOG_LEVEL = "error";
  file = join(process.env.DATA_DIR ?? "", "log");
  fd = openSync(file, "w");
  processWide("log-destination", () => ({ fd }))();
  await freshDatabase();
});
afterAll(() => closeSync(fd));

test("what a failed insert would have written is not in the log, why it failed is", async () => {
  const { sessionId } = await makeSession(await makeActor(), ["u: hello"]);
  // Breaks the range's check, of which the database answers with the whole row.
  const refused = insertRoll(await getDb(), {
    ...{ sessionId, baseVersion: 0, fromSeq: 9, toSeq: 1, toMessageId: uuidv7(), coveredRunes: 17 },
    ...{ summary: "our secret\n    at home", summaryRunes: 22, kept: ["another secret"], reason: "send" },
    ...{ method: "model", instructions: "keep the secret", runesBefore: 17, runesAfter: 22, durationMs: 1 },
  });
  const error: unknown = await refused.catch((error: unknown) => error);
  log.error("chat_context_roll_failed", { reason: "send" }, error);

  const line = readFileSync(file, "utf8");
  expect(line.trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({
    msg: "chat_context_roll_failed",
    err: {
      message: expect.stringMatching(/^Failed query: insert into "context_rolls"/),
      stack: expect.stringContaining("context-rolls.ts"),
      cause: { code: "23514", message: expect.stringContaining("context_rolls_range") },
    },
  });
  expect(line).not.toMatch(/secret|at home/);
});
