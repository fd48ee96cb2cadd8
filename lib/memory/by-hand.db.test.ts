import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import type { AgentRow } from "@/lib/db/schema";
import { until, withChat } from "@/test/support/chat";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { dayIn } from "./day";
import { createEntry, getEntry, updateEntry } from "./entry-edit";
import { flush } from "./flush";
import { flushNow } from "./flush-now";
import { homeOf, withMemory } from "./home";
import { appendToNote, getNote, listNotes, readNote, replaceInNote, saveNote } from "./notes";

// Case 48: several write one note, people among them.

withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000" });

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout", configJson: { memory_auto_extract: false } });
});

const DAY = "2026-03-02";
const home = () => homeOf(agent, me.userId);
const append = (text: string) => withMemory(home(), (tx) => appendToNote(tx, home(), DAY, { marker: text, text }));
/** All that was archived, whichever side of midnight it was. */
async function archived(): Promise<string> {
  const notes = [];
  for (const { day } of await listNotes(me, agent.id)) notes.push((await getNote(me, agent.id, day)).text);
  return notes.join("\n");
}
const talk = (messages: number, from: number) =>
  Array.from({ length: messages }, (_, i) => `${i % 2 ? "a" : "u"}: word${from + i}. Said.`);

/** An append that has read and written its file and is not committed yet, until it is let go on. */
async function appendUnderWay(text: string) {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isWritten = false;
  const done = withMemory(home(), async (tx) => {
    await appendToNote(tx, home(), DAY, { marker: text, text });
    isWritten = true;
    await gate;
  });
  await until(() => isWritten);
  return { goOn, done };
}

test("a save by hand while an append is under way is told as a conflict, and then saves both", async () => {
  await append("first.");
  const read = await getNote(me, agent.id, DAY);
  const { goOn, done } = await appendUnderWay("second.");
  const mine = { text: `${read.text}\nmine.\n`, baseHash: read.hash };
  const saving = saveNote(me, agent.id, DAY, mine).then(
    () => "saved",
    (error: unknown) => error,
  );
  goOn();
  await done;
  const now = await getNote(me, agent.id, DAY);
  expect(await saving).toMatchObject({ code: "file_changed", details: { file: `${DAY}.md`, hash: now.hash } });
  expect(now.text).toBe("first.\n\nsecond.\n");
  await saveNote(me, agent.id, DAY, { text: `${now.text}\nmine.\n`, baseHash: now.hash });
  await append("third.");
  expect((await readNote(home(), DAY))?.text).toBe("first.\n\nsecond.\n\nmine.\n\nthird.\n");
});

test("what an editor writes while an append is under way stays, and so does what is appended", async () => {
  await append("first.");
  const file = join(home().directory, `${DAY}.md`);
  let looks = 0;
  await withMemory(home(), (tx) =>
    replaceInNote(tx, home(), DAY, (text) => {
      // In an editor somebody saves just after the file was read.
      if (looks++ === 0) writeFileSync(file, `${text}\nby hand.\n`);
      return `${text}\nappended.\n`;
    }),
  );
  expect(looks).toBe(2);
  expect(readFileSync(file, "utf8")).toBe("first.\n\nby hand.\n\nappended.\n");
  expect((await getNote(me, agent.id, DAY)).text).toBe("first.\n\nby hand.\n\nappended.\n");
});

test("an entry that a person saves while it is written is told as a conflict", async () => {
  const given = { title: "Tea", body: "Green.", tags: [], pinned: false };
  const made = await createEntry(me, agent.id, { ...given, kind: "fact" });
  const saves = ["Black.", "White."].map((body) =>
    updateEntry(me, agent.id, made.id, { body, base_hash: made.hash }).then(
      () => body,
      (error: { code: string }) => error.code,
    ),
  );
  const [one, other] = await Promise.all(saves);
  expect([one, other]).toContain("file_changed");
  const kept = one === "file_changed" ? other : one;
  expect(await getEntry(me, agent.id, made.id)).toMatchObject({ body: kept });
});

test("three flushes of a day all stand in the note, in order", async () => {
  const expected = [];
  for (let n = 0; n < 3; n++) {
    await makeSession(me, talk(4, n * 4), { agentId: agent.id, title: `Talk ${n}` });
    expect(await flushNow(me, agent.id)).toEqual({ archived: 4, failed: 0 });
    for (let i = 0; i < 4; i++) expected.push(`word${n * 4 + i}.`);
  }
  expect((await archived()).match(/word\d+\./g)).toEqual(expected);
});

test("twenty flushes at once are twenty sections, each whole", async () => {
  const sessions = [];
  for (let n = 0; n < 20; n++) sessions.push(await makeSession(me, talk(2, n * 2), { agentId: agent.id }));
  const leaving = sessions.map(({ sessionId }) => ({ sessionId, agentId: agent.id, fromSeq: 1, toSeq: 2 }));
  const before = dayIn("UTC", new Date());
  const flushed = await Promise.all([...leaving, ...leaving].map(flush));
  expect(flushed.reduce((sum, one) => sum + one.archived, 0)).toBe(40);
  for (const one of leaving) expect(await flush(one)).toEqual({ archived: 0, failed: false });
  const note = await archived();
  expect(note.split("cadau:archive").length - 1).toBe(20);
  const words = note.match(/word\d+\./g) ?? [];
  expect(new Set(words).size).toBe(40);
  expect(words).toHaveLength(40);
  // The two messages of a section stand together.
  for (let i = 0; i < 40; i += 2) {
    const [question, answer] = [words[i], words[i + 1]].map((word) => Number(word?.replace(/\D/g, "")));
    expect(answer).toBe((question ?? 0) + 1);
  }
  expect((await listNotes(me, agent.id)).map(({ day }) => day)).toContain(before);
});
