import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import type { Db } from "@/lib/db/client";
import { firstTurnWithin, type TurnStart } from "@/lib/db/queries/context";
import type { SessionRow } from "@/lib/db/schema/chat";
import { type ResolvedModel, resolveModelOrDefault } from "@/lib/models/registry";
import { type Bounds, type Budget, budgetOf, limitRunes, reach, type Totals } from "./plan";
import { SYSTEM_PROMPT_RUNES } from "./system-prompt";

type Sized = Pick<ResolvedModel, "windowTokens" | "rememberedRunes">;
type Measured = Pick<SessionRow, "id" | "lastSeq" | "totalRunes">;

/** What the payload of a model is bounded by. */
export function boundsOf(model: Sized): Bounds {
  const { chat_context } = config();
  return {
    limitRunes: limitRunes({
      configured: chat_context.limit_runes,
      windowTokens: model.windowTokens,
      reserveTokens: chat_context.output_reserve_tokens,
      remembered: model.rememberedRunes,
    }),
    fixedRunes: SYSTEM_PROMPT_RUNES,
    historyRows: chat_context.history_rows,
  };
}

/** Where the payload begins, and what it comes to. `start` is null while nothing of the conversation fits. */
export type Window = { start: TurnStart | null; usedRunes: number };

/** The newest whole turns that fit. Costs the same however long the conversation. */
export async function windowOf(db: Db, sessionId: string, totals: Totals, bounds: Bounds): Promise<Window> {
  const start = await firstTurnWithin(db, sessionId, reach(totals, bounds));
  return { start, usedRunes: bounds.fixedRunes + (start ? totals.totalRunes - start.runesBefore : 0) };
}

/** How much of its limit the session's model would be given now. */
export async function contextBudget(
  db: Db,
  actor: Pick<Actor, "workspaceId">,
  session: Measured & Pick<SessionRow, "model">,
): Promise<Budget> {
  return await budgetUnder(db, session, await resolveModelOrDefault(actor, session.model));
}

/** The same for a model that is known already. One statement. */
export async function budgetUnder(db: Db, session: Measured, model: Sized): Promise<Budget> {
  const bounds = boundsOf(model);
  const { usedRunes } = await windowOf(db, session.id, session, bounds);
  return budgetOf(usedRunes, bounds.limitRunes);
}
