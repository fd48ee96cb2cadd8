import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { getDb } from "@/lib/db/client";
import { type AgentRow, memoryChanges, memoryEntries, memoryJobs, memoryNotes } from "@/lib/db/schema/agents";
import { contextRolls } from "@/lib/db/schema/chat";
import { processWide } from "@/lib/process-wide";
import type { SummaryReplyInput } from "@/test/scripted-provider/summariser";
import { failure } from "@/test/scripted-provider/vocabulary";
import { converse, until, withChat } from "@/test/support/chat";
import { contextOf } from "@/test/support/context-reading";
import { makeActor, makeAgent } from "@/test/support/factories";
import { startMemoryWork, stopMemoryWork } from "./background";
import { flushNow } from "./flush-now";
import { homeOf } from "./home";

// Case 50, through the whole chat: secrets are said, appended, flushed, looked through for entries, and rolled.

let logFile: string;
let fd: number;
// Before the first line is logged, which is where the logger looks where to and from what level on.
beforeAll(() => {
  process.env.LOG_LEVEL = "debug";
  logFile = join(process.env.DATA_DIR ?? "", "log");
  fd = openSync(logFile, "w");
  processWide("log-destination", () => ({ fd }))();
});
afterAll(() => closeSync(fd));
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000" });
beforeAll(startMemoryWork);
afterAll(stopMemoryWork);

const PEM = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB", "AQC7VJTUt9Us8cKjMzEfYyjiWA4R4ypbHqGC0H0+tG3hGbN6"];
/** What must stand nowhere, and how it is said. */
const SECRETS: [string[], string][] = [
  [["sk-aB3dE5fG7hJ9kL2mN4pQ6rS8tU0v"], "I live in Lisbon. The key is sk-aB3dE5fG7hJ9kL2mN4pQ6rS8tU0v."],
  [["AKIAIOSFODNN7EXAMPLQ"], "I use AKIAIOSFODNN7EXAMPLQ for the bucket."],
  [PEM, `Here it is:\n-----BEGIN PRIVATE KEY-----\n${PEM.join("\n")}\n-----END PRIVATE KEY-----`],
  [["4111 1111 1111 1111", "4111111111111111"], "My card is 4111 1111 1111 1111, it is valid until May."],
  [["11010519491231002X"], "我的身份证号是11010519491231002X，请帮我订票。"],
  [["hunter22x!"], "Remember that my password is hunter22x!"],
];
const ALL = SECRETS.flatMap(([secrets]) => secrets);

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  provider().requests.length = 0;
});

const everyFile = () => {
  const { directory } = homeOf(agent, me.userId);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"))
    .join("\n");
};
const jobsAreDone = async (sessionId: string) => {
  const jobs = await (await getDb()).select().from(memoryJobs).where(eq(memoryJobs.sessionId, sessionId));
  return jobs.some(({ kind }) => kind === "extract") && jobs.every(({ state }) => state === "done");
};

test.each<[string, SummaryReplyInput, string, boolean]>([
  ["a summariser that repeats all that it is told", "echo", "model", true],
  ["the built-in summariser", failure(401), "extractive", false],
])("with %s no secret of a chat is in note, entry, summary or log", async (_, summary, method, append) => {
  agent = await makeAgent(me, { name: "Scout", configJson: { memory_auto_append: append } });
  // Nor where the model wants to keep them.
  const said = { op: "add", title: "Said", kind: "note", tags: [] };
  provider().extractor.script(({ messages }): string => {
    const operations = messages
      .filter(({ id, person }) => id !== undefined && person !== undefined)
      .map(({ id, person = "" }) => ({ ...said, body: person.slice(0, 200), message_ids: [id] }));
    return JSON.stringify({ operations });
  });
  provider().summariser.script(() => summary);
  let sessionId: string | undefined;
  for (const [, said] of SECRETS) {
    const { sent } = await converse(me, said, sessionId ? { session_id: sessionId } : { agent_id: agent.id });
    sessionId = sent.sessionId;
  }
  const session = sessionId ?? "";
  for (let turn = 0; turn < 4; turn++) await converse(me, `And so on, ${turn}.`, { session_id: session });
  await flushNow(me, agent.id);
  await compactNow(me, session, { signal: new AbortController().signal });
  await until(() => jobsAreDone(session));

  const db = await getDb();
  const rolls = await db.select().from(contextRolls).where(eq(contextRolls.sessionId, session));
  expect(rolls.map((roll) => roll.method)).toEqual([method]);
  const { anchorSeq, summary: now } = await contextOf(session);
  expect(anchorSeq).toBeGreaterThan(SECRETS.length * 2);
  const files = everyFile();
  // It is there, and what is no secret is there with it.
  expect(files.split("[secret removed]").length).toBeGreaterThan(SECRETS.length);
  expect(files).toContain("I live in Lisbon.");
  expect(now).toContain("Lisbon");
  const ofAgent = async (table: typeof memoryEntries | typeof memoryNotes | typeof memoryChanges | typeof memoryJobs) =>
    await db.select().from(table).where(eq(table.agentId, agent.id));
  const kept = {
    files,
    rows: [
      await ofAgent(memoryEntries),
      await ofAgent(memoryNotes),
      await ofAgent(memoryChanges),
      await ofAgent(memoryJobs),
    ],
    summaries: [now, rolls],
    told: provider()
      .requests.filter(({ merge, extraction }) => merge || extraction)
      .map(({ body }) => body),
    log: readFileSync(logFile, "utf8"),
  };
  expect(kept.log).toContain(append ? "agent_memory_append" : "agent_memory_flush");
  for (const [place, content] of Object.entries(kept)) {
    const text = JSON.stringify(content);
    for (const secret of ALL) expect([place, text.includes(secret) ? secret : null]).toEqual([place, null]);
  }
});
