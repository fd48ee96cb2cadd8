import { asc, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { createToken } from "@/lib/auth/tokens";
import { truncate } from "@/lib/chat/truncate";
import { getDb } from "@/lib/db/client";
import { insertServer, serversOf } from "@/lib/db/queries/mcp-servers";
import {
  agentMemories,
  agents,
  chatMessages,
  chatRuns,
  chatSessions,
  memoryChanges,
  memoryEntries,
  memoryNotes,
  truncatedMessages,
  truncations,
} from "@/lib/db/schema";
import { files } from "@/lib/db/schema/files";
import type { Scope } from "@/lib/errors";
import { addKnowledge } from "@/lib/files/knowledge/knowledge";
import { createEntry } from "@/lib/memory/entry-edit";
import { saveNote } from "@/lib/memory/notes";
import { makeActor, makeAgent, makeFile, makeSession } from "./factories";

/** Words that stand in the owner's conversation and nowhere else. */
export const SECRET = "saffron-lighthouse";

export type Ids = {
  session: string;
  message: string;
  truncation: string;
  run: string;
  agent: string;
  entry: string;
  server: string;
  file: string;
  /** A file of the agent's knowledge. */
  known: string;
};
export type Person = { actor: Actor; ids: Ids; token: string; tokenWithout(scope: Scope): Promise<string> };

const tokenFor = async (actor: Actor, scopes: Scope[]) => (await createToken(actor, { name: "test", scopes })).token;

/** Somebody with a conversation, a run, a tail that was cut off, an agent, and a token. */
export async function makePerson(word = "anything", workspaceId?: string): Promise<Person> {
  const actor = await makeActor({ ...(workspaceId && { workspaceId }), role: workspaceId ? "member" : "owner" });
  const lines = [`u: ${word} one?`, `a: ${word} one.`, `u: ${word} two?`, `a: ${word} two.`, `u: ${word} three?`];
  const { sessionId, messages } = await makeSession(actor, lines, { title: `About ${word}` });
  const [question, answer, , , last] = messages;
  if (!question || !answer || !last) throw new Error("the conversation has fewer messages than it was made of");
  const run = uuidv7();
  await (await getDb()).insert(chatRuns).values({
    sessionId,
    id: run,
    userMessageId: question.id,
    assistantMessageId: answer.id,
    requestHash: "0".repeat(64),
    status: "complete",
    model: "offline:cadau",
    owner: "nobody",
    leaseUntil: new Date(0),
    endedAt: new Date(0),
  });
  const { truncation_id } = await truncate(actor, { sessionId, messageId: last.id });
  const { agent, entry } = await makeMemory(actor, word);
  const file = await makeFile(actor, `${word}.txt`, `About ${word}`);
  const { id: known } = await addKnowledge(actor, agent, file);
  return {
    actor,
    ids: {
      ...{ session: sessionId, message: question.id, truncation: truncation_id, run, agent, entry, file, known },
      server: await makeServer(actor, word),
    },
    token: await tokenFor(actor, ["read", "write"]),
    tokenWithout: (scope) => tokenFor(actor, scope === "read" ? ["write"] : ["read"]),
  };
}

/** An agent with a note and an entry. */
async function makeMemory(actor: Actor, word: string): Promise<{ agent: string; entry: string }> {
  const { id: agent } = await makeAgent(actor, { name: `Of ${word}` });
  await saveNote(actor, agent, "2026-03-02", { text: `About ${word}`, baseHash: null });
  const given = { title: `Likes ${word}`, body: "", kind: "fact" as const, tags: [], pinned: false };
  return { agent, entry: (await createEntry(actor, agent, given)).id };
}

/** A tool server, at which nobody listens. */
async function makeServer({ workspaceId }: Actor, word: string): Promise<string> {
  const id = uuidv7();
  const name = `of-${word}`.slice(0, 32);
  await insertServer(await getDb(), { id, workspaceId, name, transport: "http", url: "http://127.0.0.1:9/mcp" });
  return id;
}

export type World = { owner: Person; colleague: Person; stranger: Person };

/** Three people with a conversation each: two in one workspace, the third in another. */
export async function makeWorld(): Promise<World> {
  const owner = await makePerson(SECRET);
  return {
    owner,
    colleague: await makePerson("of-the-colleague", owner.actor.workspaceId),
    stranger: await makePerson("of-the-stranger"),
  };
}

export const unknownIds = (): Ids => ({
  session: uuidv7(),
  message: uuidv7(),
  truncation: uuidv7(),
  run: uuidv7(),
  agent: uuidv7(),
  entry: uuidv7(),
  server: uuidv7(),
  file: uuidv7(),
  known: uuidv7(),
});

/** All rows of a person's conversations and agents, to see that nothing of them was touched. */
export async function rowsOfPerson({ actor }: Person): Promise<unknown> {
  const db = await getDb();
  const sessions = await db
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.userId, actor.userId))
    .orderBy(asc(chatSessions.id));
  const inEach = await Promise.all(
    sessions.map(async ({ id }) => [
      await db.select().from(chatMessages).where(eq(chatMessages.sessionId, id)).orderBy(asc(chatMessages.seq)),
      await db.select().from(chatRuns).where(eq(chatRuns.sessionId, id)).orderBy(asc(chatRuns.id)),
      await db.select().from(truncations).where(eq(truncations.sessionId, id)).orderBy(asc(truncations.id)),
      await db
        .select()
        .from(truncatedMessages)
        .where(eq(truncatedMessages.sessionId, id))
        .orderBy(asc(truncatedMessages.seq)),
    ]),
  );
  const agentsOf = await db.select().from(agents).where(eq(agents.ownerId, actor.userId)).orderBy(asc(agents.id));
  const memory = await Promise.all(
    [agentMemories, memoryEntries, memoryNotes, memoryChanges].map((table) =>
      db.select().from(table).where(eq(table.userId, actor.userId)),
    ),
  );
  const filesOf = await db.select().from(files).where(eq(files.userId, actor.userId)).orderBy(asc(files.id));
  const servers = await serversOf(db, actor.workspaceId);
  return { sessions, inEach, agents: agentsOf, memory, files: filesOf, servers };
}

/** What to fill a path with, so that a request gets as far as its query or body. */
export function paramsOf(ids: Ids, path: string): Record<string, string> {
  const meant = path.startsWith("/mcp-servers/")
    ? ids.server
    : path.startsWith("/files/")
      ? ids.file
      : path.startsWith("/agents/")
        ? ids.agent
        : path.includes("/runs/")
          ? ids.run
          : path.includes("/messages/")
            ? ids.message
            : ids.session;
  const named: Record<string, string> = {
    truncation_id: ids.truncation,
    entry_id: ids.entry,
    file_id: ids.known,
    date: "2026-03-02",
  };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name) => [name, named[name] ?? meant]));
}
