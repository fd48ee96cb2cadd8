import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import { createAgent, duplicateAgent } from "@/lib/agents/agents";
import { updateAgent } from "@/lib/agents/update";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { auditLog, mcpServers, workspaces } from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { serverChoices } from "./chosen";
import { openSecrets } from "./secrets";
import { addServer, changeServer, getServer, listServers, removeServer } from "./servers";
import { testServer } from "./test-server";

const URL_A = "https://a.example.org/mcp";
const SECRET = "Bearer very-secret-saffron";

let owner: Actor;
let member: Actor;
let stranger: Actor;
beforeEach(async () => {
  await freshDatabase();
  owner = await makeActor();
  member = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
  stranger = await makeActor();
});

const stored = async (id: string) => {
  const [row] = await (await getDb()).select().from(mcpServers).where(eq(mcpServers.id, id));
  if (!row) throw new Error("there is no such server");
  return row;
};
const issuesOf = async (task: Promise<unknown>) => {
  const error = await task.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "invalid_input" });
  return (error as { details: { issues: { path: string }[] } }).details.issues.map(({ path }) => path);
};

test("a server is added, listed, changed and removed, and the activity tells of it without its secrets", async () => {
  const { id } = await addServer(owner, { name: "weather", url: URL_A, secrets: { Authorization: SECRET } });
  expect(await listServers(owner)).toMatchObject([
    { id, name: "weather", transport: "http", url: URL_A, secret_names: ["Authorization"], enabled: true },
  ]);
  await changeServer(owner, id, { name: "clouds", enabled: false });
  expect(await getServer(owner, id)).toMatchObject({ name: "clouds", enabled: false, state: { status: "off" } });
  await removeServer(owner, id);
  expect(await listServers(owner)).toEqual([]);
  const told = await (await getDb()).select().from(auditLog).where(eq(auditLog.target, id));
  expect(told.map(({ action }) => action).sort()).toEqual([
    "mcp_server.added",
    "mcp_server.changed",
    "mcp_server.removed",
  ]);
  expect(JSON.stringify(told)).not.toContain("saffron");
});

test("secrets are encrypted at rest, bound to their server, and never sent back", async () => {
  const { id } = await addServer(owner, { name: "a", url: URL_A, secrets: { Authorization: SECRET, "X-Key": "k" } });
  const row = await stored(id);
  expect(row.secrets).not.toContain("saffron");
  expect(openSecrets(row)).toEqual({ Authorization: SECRET, "X-Key": "k" });
  expect(openSecrets({ ...row, id: uuidv7() })).toBeNull();
  const shown = [await listServers(owner), await getServer(owner, id), await changeServer(owner, id, { name: "b" })];
  expect(JSON.stringify(shown)).not.toMatch(/saffron/);
});

test("named secrets are set or taken away, the others stay", async () => {
  const { id } = await addServer(owner, { name: "a", url: URL_A, secrets: { One: "1", Two: "2" } });
  await changeServer(owner, id, { secrets: { One: null, Three: "3" } });
  expect(openSecrets(await stored(id))).toEqual({ Two: "2", Three: "3" });
  await changeServer(owner, id, { secrets: { Two: null, Three: null } });
  expect((await stored(id)).secrets).toBeNull();
});

test("with another address the secrets must be entered again", async () => {
  const { id } = await addServer(owner, { name: "a", url: URL_A, secrets: { Authorization: SECRET } });
  const elsewhere = "https://evil.example.org/mcp";
  expect(await issuesOf(changeServer(owner, id, { url: elsewhere }))).toEqual(["secrets.Authorization"]);
  expect((await stored(id)).url).toBe(URL_A);
  await changeServer(owner, id, { url: URL_A });
  await changeServer(owner, id, { url: elsewhere, secrets: { Authorization: null } });
  expect(await stored(id)).toMatchObject({ url: elsewhere, secrets: null });
});

describe("what cannot be a server", () => {
  test.each([
    [{ name: "UPPER", url: URL_A }, "name"],
    [{ name: "a".repeat(33), url: URL_A }, "name"],
    [{ name: "", url: URL_A }, "name"],
    [{ name: "a_b", url: URL_A }, "name"],
    [{ name: "a" }, "url"],
    [{ name: "a", url: "ftp://example.org" }, "url"],
    [{ name: "a", url: "file:///etc/passwd" }, "url"],
    [{ name: "a", url: "https://me:secret@example.org" }, "url"],
    [{ name: "a", url: "http://169.254.169.254/latest" }, "url"],
    [{ name: "a", url: URL_A, command: "sh" }, "command"],
    [{ name: "a", url: URL_A, secrets: { Host: "x" } }, "secrets.Host"],
    [{ name: "a", url: URL_A, secrets: { "mcp-session-id": "x" } }, "secrets.mcp-session-id"],
    [{ name: "a", url: URL_A, secrets: { X: "a\r\nY: b" } }, "secrets.X"],
    [{ name: "a", transport: "stdio" as const }, "command"],
    [{ name: "a", transport: "stdio" as const, command: "sh" }, "transport"],
  ])("%j", async (input, path) => {
    expect(await issuesOf(addServer(owner, input))).toContain(path);
  });

  test("a name that another one has, also two at once; another workspace may have it", async () => {
    const both = await Promise.allSettled([1, 2].map(() => addServer(owner, { name: "a", url: URL_A })));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await issuesOf(addServer(owner, { name: "a", url: URL_A }))).toEqual(["name"]);
    await addServer(stranger, { name: "a", url: URL_A });
  });

  test("an address on this machine is one: an owner names it", async () => {
    await addServer(owner, { name: "local", url: "http://localhost:9/mcp" });
  });
});

test("members have no say; other workspaces see nothing", async () => {
  const { id } = await addServer(owner, { name: "a", url: URL_A });
  const refused = { code: "missing_role" };
  await expect(listServers(member)).rejects.toMatchObject(refused);
  await expect(getServer(member, id)).rejects.toMatchObject(refused);
  await expect(addServer(member, { name: "b", url: URL_A })).rejects.toMatchObject(refused);
  await expect(changeServer(member, id, { enabled: false })).rejects.toMatchObject(refused);
  await expect(removeServer(member, id)).rejects.toMatchObject(refused);
  await expect(testServer(member, id)).rejects.toMatchObject(refused);
  const absent = { code: "not_found", details: { kind: "mcp_server" } };
  expect(await listServers(stranger)).toEqual([]);
  for (const task of [getServer, removeServer, testServer]) {
    await expect(task(stranger, id)).rejects.toMatchObject(absent);
    await expect(task(owner, uuidv7())).rejects.toMatchObject(absent);
    await expect(task(owner, "none")).rejects.toMatchObject(absent);
  }
  await expect(changeServer(stranger, id, { enabled: false })).rejects.toMatchObject(absent);
  // An open page of somebody who is an admin no more.
  await expect(removeServer({ ...member, role: "admin" }, id)).rejects.toMatchObject(refused);
  expect(await stored(id)).toMatchObject({ enabled: true });
  // To choose one for an agent, its name is enough.
  expect(await serverChoices(member)).toEqual([{ id, name: "a", enabled: true }]);
  expect(await serverChoices(stranger)).toEqual([]);
});

test("commands need the operator's word, and the home workspace", async () => {
  const command = { name: "a", transport: "stdio" as const, command: "true" };
  config().MCP_STDIO = true;
  try {
    expect(await issuesOf(addServer(owner, command))).toEqual(["transport"]);
    await (await getDb()).update(workspaces).set({ isHome: true }).where(eq(workspaces.id, owner.workspaceId));
    const { id } = await addServer(owner, { ...command, args: ["x"], secrets: { TOKEN: "t" } });
    expect(await issuesOf(changeServer(owner, id, { args: ["y"] }))).toEqual(["secrets.TOKEN"]);
    expect(await issuesOf(changeServer(owner, id, { url: URL_A }))).toEqual(["url"]);
    expect(await issuesOf(addServer(stranger, command))).toEqual(["transport"]);
    config().MCP_STDIO = false;
    expect(await issuesOf(changeServer(owner, id, { name: "b" }))).toEqual(["transport"]);
    await changeServer(owner, id, { enabled: false });
    expect(await testServer(owner, id)).toMatchObject({ ok: false, failure: { fault: "stdio_off" } });
    await removeServer(owner, id);
  } finally {
    config().MCP_STDIO = false;
  }
});

test("an agent names servers of its workspace and no others", async () => {
  const { id } = await addServer(owner, { name: "a", url: URL_A });
  const theirs = await addServer(stranger, { name: "a", url: URL_A });
  const agent = await createAgent(member, { name: "Mine", config_json: { mcp_servers: [id] } });
  expect(agent.config_json.mcp_servers).toEqual([id]);
  for (const wrong of [theirs.id, uuidv7()]) {
    const config_json = { mcp_servers: [id, wrong] };
    expect(await issuesOf(updateAgent(member, agent.id, { config_json }))).toEqual(["config_json.mcp_servers"]);
    expect(await issuesOf(createAgent(member, { name: "Other", config_json }))).toEqual(["config_json.mcp_servers"]);
  }
  expect(await issuesOf(updateAgent(member, agent.id, { config_json: { mcp_servers: ["x"] } }))).toHaveLength(1);
  expect((await duplicateAgent(member, agent.id)).config_json.mcp_servers).toEqual([id]);
  const { config_json } = await updateAgent(member, agent.id, { config_json: { mcp_servers: null } });
  expect(config_json.mcp_servers).toBeUndefined();
});
