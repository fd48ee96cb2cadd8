import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { actorOfToken } from "@/lib/auth/tokens";
import { actorByEmail } from "@/lib/auth/users";
import { compactNow } from "@/lib/chat/compact";
import { exportSession } from "@/lib/chat/export";
import { readHistory } from "@/lib/chat/history";
import { importSession } from "@/lib/chat/import";
import { getSession, listSessions } from "@/lib/chat/sessions";
import { database } from "@/lib/db/client";
import { SessionContext } from "@/lib/http/contract/context";
import { SessionListQuery } from "@/lib/http/contract/sessions";
import { engine } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { locomoIsHere, locomoSamples, toImportLines } from "@/test/support/locomo";
import { runCli, spawnCli } from "@/test/support/run-cli";
import { demoConversation } from "./demo-conversation";
import { run } from "./run";
import { sentenceOf } from "./sentence";

// A command is a process of its own that opens the database, which takes its seconds: what such a process makes of
// input, output, errors and exit codes is seen by some, and what the commands do by running them here.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const EMAIL = "olga@example.org";
const folder = mkdtempSync(join(tmpdir(), "cadau-cli-"));
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const actor = async () => {
  const found = await actorByEmail(EMAIL);
  if (!found) throw new Error(`${EMAIL} is missing`);
  return found;
};
/** What a command prints, and what it says beside that. */
async function printed(args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await run(args);
    return { stdout: out.mock.calls.flat().join(""), stderr: err.mock.calls.flat().join("") };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
/** The words with which a command ends that could not be done, and had nothing to print. */
async function refusal(args: readonly string[]): Promise<string> {
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    const sentence = await run(args).then(() => "It was done.", sentenceOf);
    expect(out).not.toHaveBeenCalled();
    return sentence;
  } finally {
    out.mockRestore();
  }
}
const sessionCount = async () =>
  (await listSessions(await actor(), SessionListQuery.parse({ limit: 100 }))).sessions.length;

async function* demoLines(count: number): AsyncGenerator<string> {
  for (const line of demoConversation(count, new Date())) yield JSON.stringify(line);
}

beforeAll(async () => {
  const made = await runCli(["user:create", "--email", EMAIL, "--name", "Olga"], { input: "correct horse battery\n" });
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the first account owns the workspace; the same address again is refused in a sentence", async () => {
  expect(await actor()).toMatchObject({ role: "owner" });
  const again = await runCli(["user:create", "--email", EMAIL.toUpperCase(), "--name", "O", "--password", "12345678"]);
  expect(again).toEqual({ code: 1, stdout: "", stderr: "There is already an account with this e-mail address.\n" });
});

test("a forgotten password is set anew by whoever runs the server", async () => {
  const set = await runCli(["user:password", "--email", EMAIL], { input: "another horse battery\n" });
  expect(set).toMatchObject({ code: 0, stdout: "" });
  const signIn = (password: string) => signInWithPassword({ email: EMAIL, password }, "192.0.2.1");
  expect(await signIn("correct horse battery")).toBeNull();
  expect(await signIn("another horse battery")).toMatchObject({ userId: (await actor()).userId });
  const nobody = await refusal(["user:password", "--email", "nobody@example.org", "--password", "12345678"]);
  expect(nobody).toContain("There is no account nobody@example.org.");
});

test("a token is all that token:create prints, and it acts for its owner", async () => {
  const { code, stdout } = await runCli(["token:create", "--email", EMAIL, "--scope", "read"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^cad_[\w-]{43}\n$/);
  expect(await actorOfToken(stdout.trim())).toMatchObject({ userId: (await actor()).userId, scopes: ["read"] });
});

test("what is imported comes out of the export line by line, and goes in again", async () => {
  const lines = [
    { role: "user", text: "Hello\u2028there, 成都 👩‍👩‍👧", created_at: "2024-02-03T04:05:06.007Z" },
    { role: "assistant", text: "Hi!", name: "Ada", created_at: "2024-02-03T04:05:07.000Z" },
    { role: "assistant", text: "And one more.", created_at: "2024-02-03T04:05:07.000Z" },
  ].map((line) => JSON.stringify(line));
  const source = file("three.jsonl", `\uFEFF${lines.join("\r\n")}\n\n`);
  const imported = await printed(["session:import", "--email", EMAIL, "--file", source, "--title", "Three"]);
  expect(imported.stderr).toContain("3 messages");
  const sessionId = imported.stdout.trim();

  const exported = await runCli(["session:export", "--session", sessionId]);
  expect(exported).toMatchObject({ code: 0, stderr: "" });
  const parse = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect(parse(exported.stdout)).toEqual(lines.map((line) => JSON.parse(line)));

  const again = await runCli(["session:import", "--email", EMAIL, "--file", "-"], { input: exported.stdout });
  expect(again.code).toBe(0);
  const twice = await Array.fromAsync(exportSession(await actor(), again.stdout.trim(), "jsonl"));
  expect(twice.join("")).toBe(exported.stdout);
});

test("an import can be held with an agent, by its name, which must be one's own or shared, and only one's", async () => {
  const me = await actor();
  const agent = await makeAgent(me, { name: "Scout" });
  const twins = [await makeAgent(me, { name: "Twin" }), await makeAgent(me, { name: "twin" })];
  await makeAgent(await makeActor(), { name: "Foreign" });
  const source = file("with-agent.jsonl", JSON.stringify({ role: "user", text: "x" }));
  const importWith = (name: string) => ["session:import", "--email", EMAIL, "--file", source, "--agent", name];
  const held = async (name: string) => (await getSession(me, (await printed(importWith(name))).stdout.trim())).agent_id;
  expect(await held("scout")).toBe(agent.id);
  const twin = twins[1]?.id ?? "";
  expect(await held(twin)).toBe(twin);
  const before = await sessionCount();
  expect(await refusal(importWith("Foreign"))).toContain("is the name of no agent");
  expect(await refusal(importWith("Twin"))).toContain(twin);
  expect(await sessionCount()).toBe(before);
});

test("a bad line stops an import with its number, and nothing is imported", async () => {
  const before = await sessionCount();
  const good = JSON.stringify({ role: "user", text: "x" });
  const bad = file("bad.jsonl", `${`${good}\n`.repeat(1_500)}{"role":"robot","text":"y"}\n${good}\n`);
  const sentence = await refusal(["session:import", "--email", EMAIL, "--file", bad]);
  expect(sentence).toContain("line 1501: role");
  expect(sentence).not.toContain(" at ");

  const binary = join(folder, "binary.jsonl");
  writeFileSync(binary, Buffer.concat([Buffer.from(`${good}\n`), Buffer.from([0x7b, 0xff, 0xfe])]));
  expect(await refusal(["session:import", "--email", EMAIL, "--file", binary])).toBe("line 2: is not UTF-8 text");

  expect(await sessionCount()).toBe(before);
});

test("a demonstration has as many messages as asked for", async () => {
  const seeded = await printed(["demo:seed", "--email", EMAIL, "--messages", "2345"]);
  const page = await readHistory(await actor(), { sessionId: seeded.stdout.trim(), limit: 1 });
  expect(page.messages[0]?.seq).toBe(2_345);
});

test("what the model is given of a conversation is shown in words, and as the API answers it", async () => {
  const { sessionId: session } = await importSession(await actor(), demoLines(40));
  await compactNow(await actor(), session, { signal: new AbortController().signal });
  const { stdout } = await printed(["context:show", "--session", session, "--payload", "yes"]);
  expect(stdout).toMatch(/Verbatim from message \d+ on; version 1 of the summary covers those before\./);
  expect(stdout).toMatch(/1 .* 0 +1-\d+ +manual +extractive/);
  expect(stdout).toContain("── user\n");
  const json = await printed(["context:show", "--session", session, "--format", "json"]);
  expect(SessionContext.parse(JSON.parse(json.stdout))).toMatchObject({ summary_version: 1 });
});

test.skipIf(!locomoIsHere)("a real conversation of months is imported whole, in order, with its speakers", async () => {
  const [sample] = locomoSamples();
  if (!sample) throw new Error("the data set is empty");
  const source = file("locomo.jsonl", toImportLines(sample).join("\n"));
  const imported = await printed(["session:import", "--email", EMAIL, "--file", source]);
  const exported = await runCli(["session:export", "--session", imported.stdout.trim()]);
  const back = exported.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(back.map(({ name, text }) => [name, text])).toEqual(sample.messages.map((m) => [m.speaker, m.text]));
});

test.each([
  [["token:create", "--email", "nobody@example.org"], "There is no account nobody@example.org."],
  [["session:export", "--session", "01990000-0000-7000-8000-000000000000"], "There is no conversation"],
  [["session:import", "--email", EMAIL, "--file", "/nowhere.jsonl"], "There is no file /nowhere.jsonl."],
])("what is not there is said so: %j", async (args, sentence) => {
  const said = await refusal(args);
  expect(said).toContain(sentence);
  expect(said).not.toContain("    at ");
});

test("called wrongly, it exits with 2 and says how to call it", async () => {
  const { code, stdout, stderr } = await spawnCli(["user:creat"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^There is no command user:creat\.\n\nUsage: /);
  expect(stderr).not.toContain("    at ");
});

if (engine === "pglite") {
  test("while another process has the embedded database, the command names it and goes", async () => {
    await database();
    const { code, stderr } = await spawnCli(["token:create", "--email", EMAIL]);
    expect(code).toBe(1);
    expect(stderr).toContain(`process ${process.pid}`);
    expect(stderr).toContain("DATABASE_URL");
  });
}

test("a configuration that cannot be used is said in a sentence", async () => {
  process.env.PORT = "many";
  try {
    const { code, stderr } = await spawnCli(["token:create", "--email", EMAIL]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The configuration cannot be used:\n {2}PORT: /);
    expect(stderr).not.toContain("    at ");
  } finally {
    delete process.env.PORT;
  }
});
