import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { removeAgent, removeGoneAgents } from "@/lib/agents/remove";
import type { Actor } from "@/lib/auth/actor-type";
import { inspectContext } from "@/lib/chat/inspect";
import { countRunes } from "@/lib/context/size/measure";
import { getDb } from "@/lib/db/client";
import { agents } from "@/lib/db/schema/agents";
import { files, knowledgePassages } from "@/lib/db/schema/files";
import { fileContent } from "@/lib/files/files";
import { converse, withChat } from "@/test/support/chat";
import { makeActor, makeAgent } from "@/test/support/factories";
import { image, upload, utf8 } from "@/test/support/files";
import { indexKnowledge, kickIndexing } from "./indexing";
import { addKnowledge, listKnowledge, removeKnowledge } from "./knowledge";
import { knowledgeFor } from "./recall";

const { provider } = withChat({ FILES_UPLOADS_PER_MINUTE: "1000", FILES_KNOWLEDGE_MAX_RUNES: "3000" });

let me: Actor;
let agentId: string;
beforeEach(async () => {
  me = await makeActor();
  ({ id: agentId } = await makeAgent(me, { name: "Keeper" }));
});

const filler = (topic: string) =>
  Array.from(
    { length: 60 },
    (_, i) => `Paragraph ${i} on ${topic}, which goes on for some time and says little. ${"More of it. ".repeat(30)}`,
  ).join("\n\n");

async function teach(name: string, text: string) {
  const { id } = await addKnowledge(me, agentId, (await upload(me, utf8(text), name)).id);
  await kickIndexing();
  return id;
}

test("what is asked about is found far inside a file, and stands beside the question with its source", async () => {
  const id = await teach(
    "handbook.md",
    `${filler("boats")}\n\nThe spare key of the boathouse hangs behind the barometer.\n\n${filler("nets")}`,
  );
  await teach("other.md", filler("weather"));
  expect((await listKnowledge(me, agentId)).map(({ state }) => state)).toEqual(["ready", "ready"]);
  const { sent } = await converse(me, "where does the spare key of the boathouse hang?", { agent_id: agentId });
  const asked =
    provider().requests.find(({ userText }) => userText.includes("where does the spare key"))?.userText ?? "";
  expect(asked).toContain("hangs behind the barometer");
  expect(asked).toMatch(new RegExp(`\\[handbook\\.md, passage \\d+\\]\\(/api/v1/files/${id}\\)`));
  expect(asked.indexOf("barometer")).toBeLessThan(asked.indexOf("where does the spare key"));
  const { parts } = await inspectContext(me, sent.sessionId, { withPayload: false });
  const runes = parts.find(({ kind }) => kind === "knowledge")?.runes ?? 0;
  expect(runes).toBeGreaterThan(100);
  expect(runes).toBeLessThanOrEqual(3_000);
});

test("Chinese is found as well, and what nobody asks about is not put in", async () => {
  await teach(
    "手册.txt",
    `${"天气预报说明天有雨。".repeat(200)}\n\n备用钥匙挂在气压计后面。\n\n${"渔网需要修补。".repeat(200)}`,
  );
  const db = await getDb();
  expect(await knowledgeFor(db, agentId, "备用钥匙在哪里？", 3_000)).toContain("挂在气压计后面");
  expect(await knowledgeFor(db, agentId, "zebra quantum", 3_000)).toBe("");
  expect(await knowledgeFor(db, agentId, "🙂 !!! ，。", 3_000)).toBe("");
});

test.each([0, 50, 300, 1_000, 100_000])("no more than %i runes are put in", async (room) => {
  await teach("long.md", filler("the harbour"));
  expect(countRunes(await knowledgeFor(await getDb(), agentId, "harbour paragraph", room))).toBeLessThanOrEqual(
    Math.min(room, 3_000),
  );
});

describe("who may", () => {
  test("users of a shared agent get passages and open sources; only its owner changes them", async () => {
    const id = await teach("shared.md", "The tide table is on the door.");
    const colleague = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    await expect(listKnowledge(colleague, agentId)).rejects.toMatchObject({ code: "not_found" });
    await expect(fileContent(colleague, id)).rejects.toMatchObject({ code: "not_found" });
    await (await getDb()).update(agents).set({ visibility: "workspace" }).where(eq(agents.id, agentId));
    expect(await listKnowledge(colleague, agentId)).toHaveLength(1);
    expect((await fileContent(colleague, id)).bytes.toString()).toBe("The tide table is on the door.");
    await expect(removeKnowledge(colleague, agentId, id)).rejects.toMatchObject({ code: "not_owner" });
    const theirs = await upload(colleague, utf8("x y z"), "x.txt");
    await expect(addKnowledge(colleague, agentId, theirs.id)).rejects.toMatchObject({ code: "not_owner" });
    await converse(colleague, "where is the tide table?", { agent_id: agentId });
    const asked = provider().requests.find(({ userText }) => userText.includes("where is the tide table"));
    expect(asked?.userText).toContain("on the door");
  });

  test("an image is no knowledge", async () => {
    const file = await upload(me, await image(20, 20), "a.png");
    await expect(addKnowledge(me, agentId, file.id)).rejects.toMatchObject({ code: "file_refused" });
  });
});

describe("what goes away", () => {
  const left = async () =>
    (await (await getDb()).select().from(knowledgePassages).where(eq(knowledgePassages.agentId, agentId))).length;

  test("a file that is taken away is found no more, and is gone", async () => {
    const id = await teach("gone.md", "The anchor weighs forty kilos.");
    expect(await left()).toBe(1);
    await removeKnowledge(me, agentId, id);
    expect(await left()).toBe(0);
    await expect(fileContent(me, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await knowledgeFor(await getDb(), agentId, "anchor", 3_000)).toBe("");
  });

  test("a deleted agent's knowledge goes with it", async () => {
    const id = await teach("gone.md", "The anchor weighs forty kilos.");
    await removeAgent(me, agentId, { memory: "delete" });
    await removeGoneAgents();
    expect(await left()).toBe(0);
    expect(await (await getDb()).select().from(files).where(eq(files.id, id))).toEqual([]);
  });

  test("what was half indexed when a process died is indexed again, each passage once", async () => {
    const id = await teach("half.md", filler("ropes"));
    const db = await getDb();
    const all = await left();
    await db.execute(`update agent_files set indexed_at = null where file_id = '${id}'`);
    await db.execute(`delete from knowledge_passages where file_id = '${id}' and n > 3`);
    expect(await indexKnowledge()).toBe(1);
    expect(await left()).toBe(all);
  });
});
