import { fc, test as property } from "@fast-check/vitest";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import type { AgentRow } from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { type MadeSession, makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { failureOf } from "@/test/support/failure";
import { callTool, NOWHERE } from "@/test/support/tools";
import { TOOLS } from "./registry";

// A model may send anything. What comes of it is an answer or a failure that it is told, never a fault of ours.

let me: Actor;
let agent: AgentRow;
let talk: MadeSession;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
  agent = await makeAgent(me);
  talk = await makeSession(me, ["u: hello there", "a: hello"], { agentId: agent.id });
});

const ODD = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\uD800",
    "x\uDFFFy",
    "🎉",
    "!?…",
    "'; drop table users; --",
    "a & b | ! c",
    '"unbalanced',
  ],
  ...["..", "../../etc/passwd", "%2e%2e", "x".repeat(20_000), "字".repeat(5_000), NOWHERE, "2026-02-30", "2026-03-02"],
  ...[
    "javascript:alert(1)",
    "http://",
    "http://[::1]/",
    "http://127.0.0.1/",
    "http://user:pass@10.0.0.1/",
    "from:",
    "in:",
  ],
];
const value = fc.oneof(
  fc.constantFrom(...ODD),
  fc.constantFrom<unknown>(0, 1, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, Number.NaN, null, true, [], {}, ["x"], { a: 1 }),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const KEYS = [
  ...["query", "limit", "session_id", "after", "before", "message_id", "seq", "from_seq", "to_seq", "offset_runes"],
  ...["max_runes", "entry_id", "day", "text", "title", "kind", "name", "mode", "url", "__proto__", "constructor"],
];
const input = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 6 }) },
  { weight: 1, arbitrary: value },
);

const isTold = (outcome: string) => /^(?:[a-z_]+|no failure: [\s\S]*)$/.test(outcome);

describe.each(TOOLS.map(({ name }) => name))("%s", (name) => {
  const call = (given: unknown) =>
    failureOf(callTool(me, name, given, { agentId: agent.id, sessionId: talk.sessionId }));

  property.prop([input], { numRuns: 60 })("answers or tells what is wrong", async (given) => {
    const outcome = await call(given);
    expect(isTold(outcome), outcome.slice(0, 500)).toBe(true);
  });

  test("with each odd value in each place", async () => {
    const base: Record<string, unknown> = { query: "x", text: "x", name: "x", mode: "append", url: "x", seq: 1 };
    for (const key of KEYS.slice(0, -2)) {
      for (const odd of ODD) {
        const outcome = await call({ ...base, [key]: odd });
        expect(isTold(outcome), `${key} ${JSON.stringify(odd).slice(0, 60)}: ${outcome.slice(0, 500)}`).toBe(true);
      }
    }
  });
});
