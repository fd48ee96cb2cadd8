import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow, editSummary, restoreVersion } from "@/lib/chat/compact";
import { fork } from "@/lib/chat/fork";
import { importSession } from "@/lib/chat/import";
import { truncate, undoTruncation } from "@/lib/chat/truncate";
import { startContextWork, stopContextWork, wantRoll } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import { contextWork, type MessageParts, truncations } from "@/lib/db/schema/chat";
import { isAppError } from "@/lib/errors";
import type { ReplyInput } from "@/test/scripted-provider/reply";
import { chunksOfRun, messagesOf, send, until, withChat } from "@/test/support/chat";
import {
  coveredMarks,
  expectPaired,
  expectSoundContext,
  markOf,
  marksIn,
  marksSummary,
  runesOfTexts,
  verbatimMarks,
  wireMessages,
} from "@/test/support/context";
import { contextOf, rollsOf, workOf } from "@/test/support/context-reading";
import { makeActor } from "@/test/support/factories";
import {
  type Command,
  type Exchange,
  first,
  fromEnd,
  history,
  type Mood,
  type Reply,
  type Said,
} from "@/test/support/histories";

// Random histories against a model that says after each command which messages there are and which version of the
// summary holds, and against what every context promises. More of them: STATE_MODEL_RUNS=100; the same again:
// STATE_MODEL_SEED, which a failure prints.

const LIMIT_RUNES = 10_000;
const RUNS = Number(process.env.STATE_MODEL_RUNS ?? 4);
const SEED = process.env.STATE_MODEL_SEED === undefined ? {} : { seed: Number(process.env.STATE_MODEL_SEED) };

const { provider } = withChat({
  CHAT_CONTEXT_LIMIT_RUNES: String(LIMIT_RUNES),
  CHAT_CONTEXT_SUMMARY_MAX_RUNES: "1200",
  CHAT_CONTEXT_MIN_VERBATIM: "3",
  CHAT_CONTEXT_BATCH_MESSAGES: "2",
  MODEL_RETRIES: "0",
});

/** A version of the summary, as the model remembers it. */
type Version = {
  base: number;
  toSeq: number;
  summary: string;
  /** Whether it names exactly what it covers. */
  exact: boolean;
  notes: readonly string[];
};
type Cut = { id: string; ids: readonly string[]; fromSeq: number; version: number; undone: boolean };
type Conversation = {
  id: string;
  ids: readonly string[];
  version: number;
  /** With the messages that each covers: where those stand again, so may it. */
  versions: Map<number, Version & { ids: readonly string[] }>;
  cuts: Cut[];
};

const FILLER = { en: "so we talked about this and that again, ", zh: "我们又谈了谈这件事和那件事，" };
const WORDS = (mark: string, { size, chinese }: Said) => {
  const filler = chinese ? FILLER.zh : FILLER.en;
  return `${mark} ${filler.repeat(Math.ceil(size / filler.length)).slice(0, size)}`;
};

let me: Actor;
let mood: Mood;
let marks = 0;
const replies = new Map<string, ReplyInput>();
const nextMark = () => markOf(++marks);
const signal = () => new AbortController().signal;

beforeEach(async () => {
  me = await makeActor();
  provider().script((request) => {
    const asked = request.messages.findLast(({ role }) => role === "user");
    return replies.get(marksIn(JSON.stringify(asked?.content ?? "")).at(-1) ?? "");
  });
  provider().summariser.script((request) => {
    if (mood === "fails") return { kind: "error", status: 401, body: {} };
    return mood === "echo" ? "echo" : marksSummary(request);
  });
});

function replyTo(kind: Reply, answer: Said): ReplyInput {
  const words = WORDS(nextMark(), answer);
  switch (kind) {
    case "answer":
      return { kind: "answer", chunks: [words] };
    case "think":
      return { kind: "answer", reasoning: ["let me see"], chunks: [words] };
    case "tool":
      return { kind: "answer", chunks: [words], toolCalls: [{ id: "call_1", name: "lookup", input: { about: "x" } }] };
    case "length":
      return { kind: "answer", chunks: [words], finish: "length" };
    case "cut":
      return { kind: "answer", chunks: ["so far and "], ending: "cut" };
    case "error":
      return { kind: "error", status: 401, body: {} };
  }
}

/** Every third message has a tool call with its result, every seventh failed. */
function importLine(one: Said, i: number): string {
  const text = WORDS(nextMark(), one);
  const role = i % 2 === 0 ? "user" : "assistant";
  if (role === "assistant" && i % 7 === 0) return JSON.stringify({ role, text: "half of ", status: "failed" });
  if (role === "user" || i % 3 > 0) return JSON.stringify({ role, text });
  const call = { type: "dynamic-tool", toolName: "lookup", toolCallId: `call_${i}`, state: "output-available" };
  const result = { ...call, input: { about: "this" }, output: { found: FILLER.en.repeat(one.size / 30) } };
  const parts = [{ type: "text", text }, result, { type: "text", text: "That is all." }] as MessageParts;
  return JSON.stringify({ role, text, parts });
}

class Histories {
  readonly conversations: Conversation[] = [];
  readonly done: string[] = [];

  async apply(at: number, command: Command): Promise<void> {
    if (command.do === "import") return await this.#imported(command.said);
    // Those that were begun lately, so that each has a history.
    const lately = this.conversations.slice(-3);
    const here = lately[at % lately.length];
    if (!here) throw new Error("a history begins with an import");
    this.done.push(`${command.do} in ${this.conversations.indexOf(here)}`);
    await this.#do(here, command);
    // The background may have been at any of them.
    for (const each of command.do === "work" ? this.conversations : [here]) await this.observe(each);
    this.#lookAtRequests();
  }

  async #do(here: Conversation, command: Exclude<Command, { do: "import" }>): Promise<void> {
    switch (command.do) {
      case "mood":
        mood = command.mood;
        return;
      case "send":
        return await this.#send(here, command);
      case "resend": {
        const id = fromEnd(here.ids, command.pick);
        return await this.#send(here, command, here.ids.length > 0 ? id : undefined);
      }
      case "send while rolling":
        return await this.#whileRolling(here, () => this.#send(here, command), { mayWait: true });
      case "truncate":
        return await this.#truncate(here, command.pick);
      case "truncate while rolling":
        return await this.#whileRolling(here, () => this.#truncate(here, command.pick));
      case "undo":
      case "undo as fork":
        return await this.#undo(here, command.pick, command.do === "undo as fork");
      case "fork":
        return await this.#fork(here, command.pick);
      case "restore":
        return await this.#restore(here, command.pick);
      case "compact":
        await compactNow(me, here.id, { signal: signal() });
        return;
      case "compact twice": {
        const before = await rollsOf(here.id);
        await Promise.all([1, 2].map(() => compactNow(me, here.id, { signal: signal() })));
        const made = (await rollsOf(here.id)).slice(before.length);
        // One after the other: none covers again what another has covered.
        for (const [i, roll] of made.entries()) expect(roll.baseVersion).toBe(made[i - 1]?.version ?? here.version);
        return;
      }
      case "edit":
        return await this.#edit(here);
      case "edit while rolling":
        return await this.#whileRolling(here, () => this.#edit(here));
      case "work":
        return await this.#work(here);
      case "dead claim":
        return await claimBySomebodyElse(here.id);
      case "stolen claim":
        return await this.#stolenClaim(here);
    }
  }

  async #imported(lines: readonly Said[]): Promise<void> {
    this.done.push(`import ${lines.length}`);
    async function* source() {
      for (const [i, one] of lines.entries()) yield importLine(one, i);
    }
    const { sessionId } = await importSession(me, source());
    const ids = (await messagesOf(sessionId)).map((row) => row.id);
    expect(ids.length).toBe(lines.length);
    this.conversations.push({ id: sessionId, ids, version: 0, versions: new Map(), cuts: [] });
    await this.observe(this.conversations.at(-1) as Conversation);
  }

  async #send(here: Conversation, exchange: Exchange & { do: string }, replaceFrom?: string): Promise<void> {
    const { question, reply, answer } = exchange;
    const mark = nextMark();
    replies.set(mark, replyTo(reply, answer));
    const before = { ids: here.ids, version: here.version };
    const sent = await send(me, WORDS(mark, question), {
      session_id: here.id,
      ...(replaceFrom && { replace_from: replaceFrom }),
    });
    await chunksOfRun(me, sent.run.id);
    if (replaceFrom) {
      const fromSeq = before.ids.indexOf(replaceFrom) + 1;
      here.cuts.push({ id: await newestCut(here.id), ...before, fromSeq, undone: false });
      here.ids = here.ids.slice(0, fromSeq - 1);
      here.version = rewound(here, here.version, fromSeq);
    }
    here.ids = [...here.ids, sent.run.userMessageId, sent.run.assistantMessageId];
    const [rows, state] = await Promise.all([messagesOf(here.id), contextOf(here.id)]);
    const request = provider().requests.findLast(({ merge, userText }) => !merge && userText.includes(mark));
    const messages = wireMessages(request?.body).filter(({ role }) => role !== "system");
    expect(messages.at(-1)?.role).toBe("user");
    expect(marksIn(JSON.stringify(messages.at(-1))).at(-1)).toBe(mark);
    const shown = marksIn(JSON.stringify(messages));
    const verbatim = verbatimMarks(rows.slice(0, -1), state.anchorSeq);
    // A roll beside it may have gone on since: then it was shown some more.
    if (exchange.do === "send while rolling") expect(shown.slice(-verbatim.length)).toEqual(verbatim);
    else expect(shown).toEqual(verbatim);
  }

  async #truncate(here: Conversation, pick: number): Promise<void> {
    const messageId = fromEnd(here.ids, pick);
    if (!messageId) return;
    const { ids, version } = here;
    const fromSeq = ids.indexOf(messageId) + 1;
    const { truncation_id: id, deleted } = await truncate(me, { sessionId: here.id, messageId });
    expect(deleted).toBe(ids.length - fromSeq + 1);
    here.cuts.push({ id, ids, version, fromSeq, undone: false });
    here.ids = ids.slice(0, fromSeq - 1);
    here.version = rewound(here, version, fromSeq);
    await expectVersion(here);
  }

  async #undo(here: Conversation, pick: number, asFork: boolean): Promise<void> {
    const cut = fromEnd(here.cuts, pick);
    if (!cut) return;
    const kept = cut.ids.slice(0, cut.fromSeq - 1);
    const refusal = cut.undone
      ? "already_undone"
      : !asFork && kept.join() !== here.ids.join()
        ? "newer_messages"
        : undefined;
    const undoing = undoTruncation(me, cut.id, asFork ? { as: "fork" } : {});
    if (refusal) {
      await expect(undoing).rejects.toMatchObject({ code: refusal });
      return;
    }
    const { session_id } = await undoing;
    cut.undone = true;
    if (asFork) return await this.#branched(here, session_id, cut.version, cut.ids.length);
    here.ids = cut.ids;
    here.version = cut.version;
    await expectVersion(here);
  }

  async #fork(here: Conversation, pick: number): Promise<void> {
    const messageId = fromEnd(here.ids, pick);
    if (!messageId) return;
    const { id } = await fork(me, { sessionId: here.id, messageId });
    await this.#branched(here, id, here.version, here.ids.indexOf(messageId) + 1);
  }

  async #branched(from: Conversation, id: string, version: number, length: number): Promise<void> {
    const ids = (await messagesOf(id)).map((row) => row.id);
    expect(ids.length).toBe(length);
    const branch: Conversation = { id, ids, version: 0, versions: new Map(), cuts: [] };
    branch.version = rewound(from, version, length + 1);
    for (let at = branch.version; at !== 0; ) {
      const roll = known(from, at);
      branch.versions.set(at, { ...roll, ids: ids.slice(0, roll.toSeq) });
      at = roll.base;
    }
    this.conversations.push(branch);
    await expectVersion(branch);
    await this.observe(branch);
  }

  async #restore(here: Conversation, pick: number): Promise<void> {
    const all = [...here.versions.keys()];
    const version = fromEnd(all, pick);
    if (version === undefined) return;
    const { ids, toSeq, summary } = known(here, version);
    if (ids.join() !== here.ids.slice(0, toSeq).join()) {
      await expect(restoreVersion(me, here.id, { version })).rejects.toMatchObject({ code: "not_found" });
      return;
    }
    await restoreVersion(me, here.id, { version });
    expect(await contextOf(here.id)).toMatchObject({ summary, anchorSeq: toSeq + 1 });
  }

  async #edit(here: Conversation): Promise<void> {
    const version = here.version;
    if (version === 0) return;
    const { summary, toSeq } = known(here, version);
    const note = `(${++marks})`;
    const edited = editSummary(me, here.id, { version, summary: `${note}\n${summary}` });
    try {
      await edited;
    } catch (error) {
      // An echo that fills the cap leaves no room for more.
      if (!isAppError(error, "invalid_input")) throw error;
      return;
    }
    expect(await contextOf(here.id)).toMatchObject({ summary: `${note}\n${summary}`, anchorSeq: toSeq + 1 });
    await expect(editSummary(me, here.id, { version, summary })).rejects.toMatchObject({ code: "summary_changed" });
  }

  /** Does it between a merge and its commit, if there is anything to roll. `mayWait`: it may need that very commit. */
  async #whileRolling(here: Conversation, task: () => Promise<void>, { mayWait = false } = {}): Promise<void> {
    const held = provider().summariser.hold();
    let over = false;
    const compacting = compactNow(me, here.id, { signal: signal() }).finally(() => {
      over = true;
    });
    await until(() => over || held.waiting() > 0);
    const doing = task();
    if (mayWait) await Promise.race([doing, new Promise((resolve) => setTimeout(resolve, 60))]);
    else await doing;
    held.release();
    await doing;
    await compacting;
  }

  /** Another process has taken the claim of a roll over, which it cannot know. */
  async #stolenClaim(here: Conversation): Promise<void> {
    let stolen = false;
    await this.#whileRolling(here, async () => {
      stolen = (await workOf(here.id))?.owner != null;
      if (stolen) await claimBySomebodyElse(here.id);
    });
    if (stolen) expect((await contextOf(here.id)).version).toBe(here.version);
  }

  /** The background, until it has nothing more to do here. What it does elsewhere meanwhile is broken off. */
  async #work(here: Conversation): Promise<void> {
    await startContextWork();
    await wantRoll(here.id, "reply");
    await until(async () => {
      const work = await workOf(here.id);
      return work?.owner === null && (work.wanted === null || work.notBefore > new Date());
    });
    await stopContextWork();
  }

  /** Holds what the database says against the model, and learns from it what was rolled. */
  async observe(here: Conversation): Promise<void> {
    const { rows, state } = await expectSoundContext(here.id);
    expect(rows.map((row) => row.id)).toEqual(here.ids);
    for (const roll of await rollsOf(here.id)) {
      if (here.versions.has(roll.version)) continue;
      const base = roll.baseVersion === 0 ? undefined : known(here, roll.baseVersion);
      const isExact = roll.method === "user" || (roll.method === "model" && mood === "marks");
      const notes = [...roll.summary.matchAll(/\(\d+\)/g)].map(([note]) => note);
      if (roll.reason !== "restore") expect(notes).toEqual(expect.arrayContaining([...(base?.notes ?? [])]));
      here.versions.set(roll.version, {
        ...{ base: roll.baseVersion, toSeq: roll.toSeq, summary: roll.summary, notes },
        exact: isExact && (base?.exact ?? true),
        ids: here.ids.slice(0, roll.toSeq),
      });
    }
    // Nothing goes back by itself.
    if (state.version !== here.version) {
      const before = here.version === 0 ? 0 : known(here, here.version).toSeq;
      const { base, toSeq } = known(here, state.version);
      const byHand = (await rollsOf(here.id)).find((roll) => roll.version === state.version)?.method === "user";
      if (!byHand) expect([toSeq >= before, base < state.version]).toEqual([true, true]);
    }
    here.version = state.version;
    if (state.version === 0 || known(here, state.version).exact) {
      expect(marksIn(state.summary)).toEqual(coveredMarks(rows, state.anchorSeq));
    }
  }

  #lookAtRequests(): void {
    for (const { merge, body } of provider().requests) {
      const messages = wireMessages(body);
      expectPaired(messages);
      expect(runesOfTexts(messages)).toBeLessThanOrEqual(LIMIT_RUNES);
      if (!merge) continue;
      expect(body).not.toHaveProperty("tools");
      const old = new Set(marksIn(merge.old_summary));
      for (const { text } of merge.messages) for (const mark of marksIn(text)) expect(old).not.toContain(mark);
    }
    provider().requests.length = 0;
  }
}

async function newestCut(sessionId: string): Promise<string> {
  const cuts = await (await getDb()).select().from(truncations).where(eq(truncations.sessionId, sessionId));
  const [newest] = cuts.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  if (!newest) throw new Error("nothing was cut off");
  return newest.id;
}

/** The claim of a process that is gone. */
async function claimBySomebodyElse(sessionId: string): Promise<void> {
  await (await getDb()).execute(sql`
    insert into context_work (session_id, owner, lease_until)
    values (${sessionId}, gen_random_uuid(), now() - interval '1 second')
    on conflict (session_id) do update set owner = excluded.owner, lease_until = excluded.lease_until`);
}

function known(here: Conversation, version: number): Version & { ids: readonly string[] } {
  const found = here.versions.get(version);
  if (!found) throw new Error(`the model does not know version ${version}`);
  return found;
}

/** The newest version that `version` was made from, or itself, that covers nothing from `cutSeq` on. */
function rewound(here: Conversation, version: number, cutSeq: number): number {
  let at = version;
  while (at !== 0 && known(here, at).toSeq >= cutSeq) at = known(here, at).base;
  return at;
}

/** Exactly the context of that version. */
async function expectVersion(here: Conversation): Promise<void> {
  const { version } = here;
  const { summary, toSeq } = version === 0 ? { summary: "", toSeq: 0 } : known(here, version);
  expect(await contextOf(here.id)).toMatchObject({ version, summary, anchorSeq: toSeq + 1 });
}

test(
  "any history of sends, edits, cuts, undos, branches, rolls and lost processes keeps what a context promises",
  async () => {
    let rolls = 0;
    await fc.assert(
      fc.asyncProperty(first, history, async (said, commands) => {
        mood = "marks";
        marks = 0;
        replies.clear();
        // What earlier histories have left to do would keep the background busy.
        await (await getDb()).delete(contextWork);
        const histories = new Histories();
        try {
          await histories.apply(0, { do: "import", said });
          for (const [at, command] of commands) await histories.apply(at, command);
          for (const each of histories.conversations) await histories.observe(each);
        } catch (error) {
          if (error instanceof Error) error.message += `\nafter: ${histories.done.join(", ")}`;
          throw error;
        } finally {
          rolls += histories.conversations.reduce((sum, { versions }) => sum + versions.size, 0);
          await stopContextWork();
        }
      }),
      { numRuns: RUNS, endOnFailure: true, ...SEED },
    );
    expect(rolls).toBeGreaterThan(0);
  },
  Math.max(120_000, RUNS * 30_000),
);
