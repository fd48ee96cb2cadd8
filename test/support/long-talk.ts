import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "@/lib/auth/actor-type";
import { requireSession } from "@/lib/chat/require-session";
import { runs } from "@/lib/chat/runs/registry";
import { startSend } from "@/lib/chat/runs/send";
import { contextBudget, wantsPreroll } from "@/lib/context/payload/budget";
import { wantRoll } from "@/lib/context/roll/background";
import { countRunes, MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import { getDb } from "@/lib/db/client";
import { contextState } from "@/lib/db/queries/context";
import { standingRolls } from "@/lib/db/queries/context-rolls";
import { findWork } from "@/lib/db/queries/context-work";
import type { ScriptedProvider } from "@/test/scripted-provider";
import { plainSummary } from "@/test/scripted-provider/summariser";
import { type Costs, type Turn, textOf } from "./talk";

export type Told = Costs & { extractive: number };

/** A background that has not come to rest after this long will not. */
const SETTLED_WITHIN_MS = 20_000;

type Content = string | { text?: string }[] | null;
type Sent = { role: string; content: Content };

/**
 * Holds a talk of these sizes through `startSend`, with the scripted provider as model and summariser, and counts what
 * reached the provider. `reading`: between a reply and the next question the background gets to do all it wants.
 */
export async function holdTalk(
  actor: Actor,
  provider: ScriptedProvider,
  sizes: readonly Turn[],
  { reading, mergeMs }: { reading: boolean; mergeMs: number },
): Promise<Told> {
  // As large as summaries become in the end, which half a cap would flatter.
  provider.summariser.script((request) => ({
    kind: "answer",
    firstAfterMs: mergeMs,
    chunks: [plainSummary({ ...request, cap: request.cap * 1.9 })],
  }));
  let answer = "";
  provider.script(() => ({ kind: "answer", chunks: [answer] }));
  provider.requests.length = 0;

  const costs: Costs = { turns: sizes.length, merges: 0, waited: 0, sent: 0, unshared: 0, largest: 0 };
  let before: Sent[] = [];
  let sessionId: string | undefined;
  /** Takes what has reached the provider since the last time. */
  const count = () => {
    for (const { merge, body } of provider.requests.splice(0)) {
      if (merge) {
        costs.merges++;
        continue;
      }
      const { messages } = body as { messages: Sent[] };
      const runes = messages.reduce((sum, message) => sum + runesOf(message), 0);
      costs.sent += runes;
      costs.unshared += runes - sharedRunes(before, messages);
      costs.largest = Math.max(costs.largest, runes);
      before = messages;
    }
  };
  for (const [i, size] of sizes.entries()) {
    answer = textOf(size.answer, 2 * i + 1);
    const sent = await startSend(actor, {
      message: { text: textOf(size.question, 2 * i) },
      ...(sessionId && { session_id: sessionId }),
    });
    sessionId = sent.sessionId;
    const run = runs().active.get(sent.run.id);
    if (!run) throw new Error("the run was over before it was looked at");
    await run.ended;
    if (run.log.chunks().some((chunk) => chunk.type === "data-context-roll")) costs.waited++;
    if (reading) await settled(actor, sessionId);
    count();
  }
  if (!sessionId) return { ...costs, extractive: 0 };
  await settled(actor, sessionId);
  count();
  const db = await getDb();
  const state = await contextState(db, sessionId);
  const rolls = await standingRolls(db, sessionId, state?.version ?? 0, 10 * sizes.length);
  return { ...costs, extractive: rolls.filter(({ method }) => method !== "model").length };
}

function plain(content: Content): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

const runesOf = ({ content }: Sent) => MESSAGE_OVERHEAD_RUNES + countRunes(plain(content));

/** Runes at the beginning of the newer request that stood there in the older one. */
function sharedRunes(older: readonly Sent[], newer: readonly Sent[]): number {
  let runes = 0;
  for (const [i, message] of newer.entries()) {
    const same = older[i];
    if (same?.role !== message.role) break;
    const [a, b] = [plain(same.content), plain(message.content)];
    if (a !== b) {
      let at = 0;
      while (at < a.length && a[at] === b[at]) at++;
      return runes + countRunes(b.slice(0, at));
    }
    runes += runesOf(message);
  }
  return runes;
}

/** Waits until the background has done what the reply called for. */
async function settled(actor: Actor, sessionId: string): Promise<void> {
  const db = await getDb();
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  // The reply has asked for it as well, sooner or later.
  const session = await requireSession(db, actor, sessionId);
  const { lastSeq, verbatimSinceSeq: anchorSeq } = session;
  if (wantsPreroll(await contextBudget(actor, session), { lastSeq, anchorSeq })) await wantRoll(sessionId, "reply");
  for (;;) {
    const work = await findWork(db, sessionId);
    if (!work || (work.wanted === null && work.owner === null)) return;
    if (Date.now() > deadline) throw new Error(`the background did not come to rest: ${JSON.stringify(work)}`);
    await pause(5);
  }
}
