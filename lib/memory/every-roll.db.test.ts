import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { exportSession } from "@/lib/chat/export";
import { listSessions } from "@/lib/chat/sessions";
import { startContextWork, stopContextWork, wantRoll } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import type { AgentRow, RollReason } from "@/lib/db/schema";
import { contextRolls } from "@/lib/db/schema/chat";
import { OVERFLOWS } from "@/test/scripted-provider/overflows";
import { converse, messagesOf, until, withChat } from "@/test/support/chat";
import { contextOf, rollsOf, workOf } from "@/test/support/context-reading";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { startMemoryWork, stopMemoryWork } from "./background";
import { flushNow } from "./flush-now";
import { homeOf } from "./home";

// Case 46, for every path that rolls.

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000" });
beforeAll(startMemoryWork);
afterAll(stopMemoryWork);

let me: Actor;
let agent: AgentRow;
/** How the note was at each merge, which comes before the anchor moves. */
let notesAtMerge: string[];
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout" });
  notesAtMerge = [];
  provider().script(null);
  provider().summariser.script(() => {
    notesAtMerge.push(note());
    return "They talked about plans.";
  });
});

function note(): string {
  const { directory } = homeOf(agent, me.userId);
  const days = readdirSync(directory).filter((name) => name.endsWith(".md"));
  return days
    .sort()
    .map((name) => readFileSync(join(directory, name), "utf8"))
    .join("\n");
}
const talk = (messages: number, size: number) =>
  Array.from({ length: messages }, (_, i) => `${i % 2 ? "a" : "u"}: word${i}. ${"we said this. ".repeat(size / 14)}`);
const timesIn = (text: string, n: number) => text.match(new RegExp(`word${n}\\.`, "g"))?.length ?? 0;
const ARCHIVE = "context compaction archive";

async function inBackground(sessionId: string, reason: RollReason): Promise<void> {
  await startContextWork();
  await wantRoll(sessionId, reason);
  await until(async () => {
    const work = await workOf(sessionId);
    return work?.owner === null && work.wanted === null;
  }, 60_000);
  await stopContextWork();
}

const PATHS: Record<"send" | "reply" | "too_long" | "backlog" | "manual", (sessionId: string) => Promise<unknown>> = {
  send: (sessionId) => converse(me, "and what now?", { session_id: sessionId }),
  reply: (sessionId) => inBackground(sessionId, "reply"),
  backlog: (sessionId) => inBackground(sessionId, "backlog"),
  manual: (sessionId) => compactNow(me, sessionId, { signal: new AbortController().signal }),
  async too_long(sessionId) {
    const tooLong = { kind: "error" as const, status: 400, body: OVERFLOWS.openai?.body };
    provider().script((request) => (JSON.stringify(request).length > 11_000 ? tooLong : "Short enough."));
    await converse(me, "and what now?", { session_id: sessionId });
  },
};
/** So long are forty messages that the path is taken. */
const SIZES: Record<keyof typeof PATHS, number> = { send: 600, reply: 600, backlog: 600, manual: 300, too_long: 400 };

describe.each(Object.keys(PATHS) as (keyof typeof PATHS)[])("a roll by the path “%s”", (path) => {
  test("writes what leaves into the note before, each message once, and nowhere else", async () => {
    const { sessionId } = await makeSession(me, talk(40, SIZES[path]), { agentId: agent.id, title: "Plans" });
    await PATHS[path](sessionId);
    const rolls = await rollsOf(sessionId);
    expect(rolls.length).toBeGreaterThan(0);
    expect(rolls.map(({ reason }) => reason)).toEqual(rolls.map(() => path));
    const { anchorSeq } = await contextOf(sessionId);
    const archived = note();
    for (let seq = 1; seq <= 40; seq++) {
      expect([seq, timesIn(archived, seq - 1)]).toEqual([seq, seq < anchorSeq ? 1 : 0]);
    }
    expect(archived.split(ARCHIVE).length - 1).toBe(rolls.length);
    // At each merge all that this roll takes out of the context was in the note already.
    expect(notesAtMerge).toHaveLength(rolls.length);
    for (const [i, roll] of [...rolls].sort((a, b) => a.version - b.version).entries()) {
      for (let seq = 1; seq <= roll.toSeq; seq++)
        expect([seq, timesIn(notesAtMerge[i] ?? "", seq - 1)]).toEqual([seq, 1]);
    }
    await expectNowhereElse(sessionId);
  });
});

test("a flush alone rolls nothing, and is seen nowhere in the chat", async () => {
  const { sessionId } = await makeSession(me, talk(40, 600), { agentId: agent.id, title: "Plans" });
  await startContextWork();
  expect(await flushNow(me, agent.id)).toEqual({ archived: 40, failed: 0 });
  expect(await workOf(sessionId)).toBeUndefined();
  await stopContextWork();
  expect(await rollsOf(sessionId)).toEqual([]);
  expect(note()).toContain(ARCHIVE);
  await expectNowhereElse(sessionId);
});

/** Neither in the chat, nor in titles, nor in exports, nor in what a model is told. */
async function expectNowhereElse(sessionId: string): Promise<void> {
  const exported = [];
  for (const format of ["jsonl", "markdown"] as const) {
    for await (const piece of exportSession(me, sessionId, format)) exported.push(piece);
  }
  const rolls = await (await getDb()).select().from(contextRolls).where(eq(contextRolls.sessionId, sessionId));
  const seen = [
    await messagesOf(sessionId),
    await listSessions(me, { limit: 20 }),
    exported,
    rolls,
    provider().requests.map(({ body }) => body),
  ];
  expect(JSON.stringify(seen)).toContain("Plans");
  expect(JSON.stringify(seen)).not.toMatch(/context compaction archive|cadau:archive/);
}
