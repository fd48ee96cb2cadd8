import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateSession } from "@/lib/chat/sessions";
import { getDb } from "@/lib/db/client";
import { chatSessions } from "@/lib/db/schema";
import { chunksOfRun, converse, send, until, withChat } from "@/test/support/chat";
import { makeActor } from "@/test/support/factories";

const SUMMARIZER = "scripted-large";
const { provider } = withChat({ CADAU_SUMMARY_MODEL: `openai-compatible:${SUMMARIZER}` });

const titleOf = async (id: string) =>
  (await (await getDb()).select().from(chatSessions).where(eq(chatSessions.id, id)))[0]?.title;
const askedForTitles = () =>
  provider().requests.filter((request) => (request.body as { model?: string }).model === SUMMARIZER);

test("a new conversation gets a better title after its first answer, and only then", async () => {
  const actor = await makeActor();
  provider().script((request) => (request.model === SUMMARIZER ? "“Tides, explained.”" : undefined));
  const { sent } = await converse(actor, "Tell me how the moon pulls at the sea, please");
  await until(async () => (await titleOf(sent.sessionId)) === "Tides, explained");
  const asked = askedForTitles().length;
  await converse(actor, "And the sun?", { session_id: sent.sessionId });
  expect(askedForTitles()).toHaveLength(asked);
});

test("a name that a person gave stays", async () => {
  const actor = await makeActor();
  provider().script((request) =>
    request.model === SUMMARIZER ? { kind: "answer", chunks: ["A machine's title"], firstAfterMs: 300 } : undefined,
  );
  const asked = askedForTitles().length;
  const { run, sessionId } = await send(actor, "#say Named soon.");
  await chunksOfRun(actor, run.id);
  await until(() => askedForTitles().length > asked);
  await updateSession(actor, sessionId, { title: "Mine" });
  await until(() => askedForTitles().at(-1)?.answeredAt != null);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await titleOf(sessionId)).toBe("Mine");
});

test("when the model for titles fails, the first sentence stays and the answer is untouched", async () => {
  const actor = await makeActor();
  provider().script((request) =>
    request.model === SUMMARIZER ? { kind: "error", status: 400, body: { error: { message: "no" } } } : undefined,
  );
  const asked = askedForTitles().length;
  const { sent, answer } = await converse(actor, "#say Fine.");
  await until(() => askedForTitles().length > asked);
  expect(answer.status).toBe("complete");
  expect(await titleOf(sent.sessionId)).toBe("say Fine");
});
