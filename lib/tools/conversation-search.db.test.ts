import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { failureOf } from "@/test/support/failure";
import { callTool, NOWHERE } from "@/test/support/tools";

let me: Actor;
let other: Actor;
beforeAll(async () => {
  await freshDatabase();
  [me, other] = await Promise.all([makeActor(), makeActor()]);
});

const said = (actor: Actor, title: string, lines: readonly string[], startedAt?: Date) =>
  makeSession(actor, lines, { title, ...(startedAt && { startedAt }) });

const Hit = z.object({
  title: z.string(),
  session_id: z.string(),
  message_id: z.string(),
  seq: z.int(),
  speaker: z.string(),
  at: z.string(),
  link: z.string(),
  excerpt: z.string(),
});
const search = async (input: unknown, scope = {}) =>
  z.object({ hits: z.array(Hit) }).parse(await callTool(me, "conversation_search", input, scope)).hits;

test("finds what was said, in plain words, with a link to it", async () => {
  const { sessionId, messages } = await said(me, "Trains", ['u: Is <b>tram</b> 28 & bus 12 "late"?', "a: Never."]);
  await said(other, "Theirs", ["u: The tram of somebody else"]);
  const [hit, ...others] = await search({ query: "tram" });
  expect(hit).toEqual({
    ...{ title: "Trains", session_id: sessionId, message_id: messages[0]?.id, seq: 1, speaker: "user" },
    ...{ at: "2026-01-01 00:00", link: `/c/${sessionId}?m=${messages[0]?.id}` },
    excerpt: 'Is <b>tram</b> 28 & bus 12 "late"?',
  });
  for (const each of others) expect(each.session_id).toBe(sessionId);
});

test("not the question that is being answered, nor what comes after it", async () => {
  const { sessionId } = await said(me, "Here", [
    "u: The zeppelin leaves on Monday.",
    "a: Noted.",
    "u: When does the zeppelin leave?",
  ]);
  const here = { sessionId, currentSeq: 3 };
  const hits = await search({ query: "zeppelin leave" }, here);
  expect(hits[0]?.seq).toBe(1);
  expect(hits.map(({ seq }) => seq)).not.toContain(3);
});

test("within days, within a conversation, and as many as asked for", async () => {
  const march = await said(me, "March", ["u: the cactus was watered"], new Date("2026-03-02T10:00:00Z"));
  const april = await said(me, "April", ["u: the cactus was watered again"], new Date("2026-04-02T10:00:00Z"));
  const ids = async (input: object) => (await search({ query: "cactus", ...input })).map((hit) => hit.session_id);
  expect((await ids({})).sort()).toEqual([march.sessionId, april.sessionId].sort());
  expect(await ids({ after: "2026-03-03" })).toEqual([april.sessionId]);
  expect(await ids({ before: "2026-04-02" })).toEqual([march.sessionId]);
  expect(await ids({ after: "2026-03-02", before: "2026-03-03" })).toEqual([march.sessionId]);
  expect(await ids({ session_id: april.sessionId })).toEqual([april.sessionId]);
  expect(await ids({ limit: 1 })).toHaveLength(1);
});

test("what cannot be looked for is told, and another's conversation is none", async () => {
  const theirs = await said(other, "Theirs", ["u: the cactus of somebody else"]);
  const failure = (input: unknown) => failureOf(callTool(me, "conversation_search", input));
  for (const query of ["", "   ", "!?…"]) expect(await failure({ query })).toBe("invalid_input");
  for (const day of ["yesterday", "2026-02-30", "2026-01-01T00:00:00Z"]) {
    expect(await failure({ query: "cactus", after: day })).toBe("invalid_input");
  }
  for (const session_id of [theirs.sessionId, NOWHERE, "../x"]) {
    expect(await failure({ query: "cactus", session_id })).toBe("not_found");
  }
  expect(await search({ query: `${"word ".repeat(5_000)}' or 1=1 -- & | ! ( "unbalanced` })).toBeInstanceOf(Array);
});
