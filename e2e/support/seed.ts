import { demoConversation } from "@/cli/demo-conversation";
import { hashPassword } from "@/lib/auth/passwords";
import { actorByEmail, admit, createUser } from "@/lib/auth/users";
import { importSession } from "@/lib/chat/import";
import { closeDatabase, getDb } from "@/lib/db/client";
import { locomoIsHere, locomoSamples, toImportLines } from "@/test/support/locomo";
import { OWNER, PASSWORD, personEmail, readerEmail, type SeededName, type Seeds } from "./state";
import { TOOL_TALK } from "./tool-talk";

// Run by the global setup before a server starts on the same database (the embedded one takes one process at a
// time): makes the accounts and the conversations too large to be written through the screen. Prints what it made.

const PEOPLE = 400;
const SIZES = { short: 100, long: 5_000 } as const;

async function* linesOf(name: SeededName): AsyncGenerator<string> {
  if (name === "locomo") {
    const [sample] = locomoSamples();
    if (sample) yield* toImportLines(sample);
    return;
  }
  if (name === "tools") {
    for (const line of TOOL_TALK) yield JSON.stringify(line);
    return;
  }
  for (const line of demoConversation(SIZES[name], new Date("2026-01-31T12:00:00Z"))) yield JSON.stringify(line);
}

async function seedConversation(name: SeededName): Promise<{ email: string; sessionId: string }> {
  const email = readerEmail(name);
  await createUser({ email, password: PASSWORD, name: `Reader of ${name}` });
  const actor = await actorByEmail(email);
  if (!actor) throw new Error(`${email} was not made`);
  const { sessionId } = await importSession(actor, linesOf(name), { title: `The ${name} conversation` });
  return { email, sessionId };
}

await createUser({ email: OWNER, password: PASSWORD, name: "Olga Owner" });
const passwordHash = await hashPassword(PASSWORD);
const db = await getDb();
await db.transaction(async (tx) => {
  for (let n = 1; n <= PEOPLE; n++) {
    const profile = { name: `Person ${n}`, locale: "en", timeZone: "Europe/Berlin" };
    await admit(tx, "anyone", { email: personEmail(n), passwordHash, ...profile });
  }
});
const seeds: Seeds = { people: PEOPLE, conversations: {} };
for (const name of ["short", "long", "tools", ...(locomoIsHere ? (["locomo"] as const) : [])] as const) {
  seeds.conversations[name] = await seedConversation(name);
}
await closeDatabase();
process.stdout.write(`${JSON.stringify(seeds)}\n`);
