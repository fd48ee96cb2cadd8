import { config } from "@/lib/config";
import { boundsOf, usedRunes } from "@/lib/context/payload/budget";
import type { Bounds } from "@/lib/context/size/limit";
import { getDb } from "@/lib/db/client";
import { type ContextState, contextState } from "@/lib/db/queries/context";
import type { RollReason } from "@/lib/db/schema/chat";
import type { ResolvedModel } from "@/lib/models/registry";
import { sendWaited } from "@/lib/operations/metrics";
import { wantRoll } from "./background";
import { withClaim } from "./claim";
import { rollOnce } from "./roll";
import { rollSetting, shareOf } from "./summariser";

export type Current = { seq: number; extraWeight: number };

/** A send that meets concurrent cuts again and again gives up rolling: shortening then makes what is there fit. */
const MOST_DISCARDED = 3;
const LOOK_AGAIN_MS = 1_000;

type Waiting = { reason: RollReason; signal: AbortSignal; onWait: () => void };

/**
 * Rolls as long as the payload of a send is at or over the threshold. Nearly always there is nothing to do: the roll
 * was made after an earlier reply. `onWait` is called once when the send has to wait. Stops when `signal` aborts.
 */
export async function makeRoom(
  sessionId: string,
  current: Current,
  model: ResolvedModel,
  given: Waiting,
): Promise<ContextState | undefined> {
  const started = performance.now();
  let waiting = false;
  const onWait = () => {
    if (!waiting) given.onWait();
    waiting = true;
  };
  try {
    return await rollUntilItFits(sessionId, current, model, { ...given, onWait }, started);
  } finally {
    if (waiting) sendWaited(performance.now() - started);
  }
}

async function rollUntilItFits(
  sessionId: string,
  current: Current,
  model: ResolvedModel,
  { reason, signal, onWait }: Waiting,
  started: number,
): Promise<ContextState | undefined> {
  const db = await getDb();
  let calls = 0;
  let discarded = 0;
  for (;;) {
    const state = await contextState(db, sessionId);
    if (!state) return undefined;
    if (fits(state, boundsOf(model, state), current)) return state;
    const setting = await rollSetting(state, model);
    const { max_rolls, send_wait_ms } = config().chat_context;
    const leftMs = () => Math.max(0, started + send_wait_ms - performance.now());
    // Whoever has the claim may make room too: it is looked again after each while. In the end a person comes first.
    const claiming = { waitMs: Math.min(LOOK_AGAIN_MS, leftMs()), force: leftMs() === 0, signal, onWait };
    const rolled = await withClaim(sessionId, claiming, (claim) =>
      rollOnce(claim, {
        ...{ reason, setting, current, goal: "target", onBegin: onWait },
        callsLeft: leftMs() > 0 ? max_rolls - calls : 0,
        mergeMs: leftMs(),
      }),
    ).catch((error: unknown) => {
      // It is logged where it happened; the chat goes on with what there is, shortened to fit.
      if (signal.aborted) throw error;
      return { kind: "nothing" as const };
    });
    if (rolled?.kind === "rolled") {
      calls++;
      if (rolled.fallback !== null) await wantRoll(sessionId, "redo");
    } else if (rolled?.kind === "nothing" || (rolled !== null && ++discarded === MOST_DISCARDED)) {
      return (await contextState(db, sessionId)) ?? state;
    }
  }
}

function fits(state: ContextState, bounds: Bounds, current: Current): boolean {
  const used = usedRunes(state, bounds) + current.extraWeight;
  const rows = current.seq - state.anchorSeq + 1;
  return used < shareOf(bounds, "threshold_pct") && rows <= config().chat_context.history_rows;
}
