import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { getDb } from "@/lib/db/client";
import { contextState } from "@/lib/db/queries/context";
import { findWork, wantWork } from "@/lib/db/queries/context-work";
import { chatMessages, chatSessions } from "@/lib/db/schema";
import { until, withChat } from "@/test/support/chat";
import { makeActor, makeSession } from "@/test/support/factories";
import { startContextWork, stopContextWork, wantRoll } from "./background";

withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000" });

/** What happens just before the background strikes a wish off its list. */
const moment = vi.hoisted(() => ({ beforeDone: null as (() => Promise<void>) | null }));
vi.mock("@/lib/db/queries/context-work", async (original) => {
  const real = await original<typeof import("@/lib/db/queries/context-work")>();
  return {
    ...real,
    changeWork: async (...args: Parameters<typeof real.changeWork>) => {
      if (args[2].wanted === null) {
        const happens = moment.beforeDone;
        moment.beforeDone = null;
        await happens?.();
      }
      return real.changeWork(...args);
    },
  };
});

afterEach(() => stopContextWork());

test("a reply that comes while the background finds nothing to do is not forgotten", async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `${i % 2 ? "a" : "u"}: ${"word ".repeat(280)}`);
  const { sessionId, messages } = await makeSession(await makeActor(), lines);
  const db = await getDb();
  const last = messages.at(-1);
  let came = false;
  moment.beforeDone = async () => {
    // As a settled answer does: first the sums, then the wish.
    const runes = 6_000;
    await db
      .update(chatMessages)
      .set({ runes })
      .where(eq(chatMessages.id, last?.id ?? ""));
    const state = await contextState(db, sessionId);
    const totalRunes = (state?.totalRunes ?? 0) + runes - 1_412;
    await db.update(chatSessions).set({ totalRunes }).where(eq(chatSessions.id, sessionId));
    await wantWork(db, sessionId, "reply");
    came = true;
  };
  await startContextWork();
  await wantRoll(sessionId, "reply");
  await until(async () => came && (await findWork(db, sessionId))?.wanted === null);
  expect((await contextState(db, sessionId))?.version).toBe(1);
});
