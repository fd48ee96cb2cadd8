import type { Db } from "@/lib/db/client";
import { lowerLimitTo } from "@/lib/db/queries/models";
import { log } from "@/lib/log";

/** The least that a limit sinks to: below it there would be no conversation left to send. */
const FLOOR_RUNES = 1_000;
/** A refused payload of this many runes teaches that about this share of it is safe. */
const SAFE_SHARE = 0.8;

/** Remembers that the model refused a payload of that many runes; answers the limit that holds from now on. */
export async function lowerLimit(db: Db, workspaceId: string, ref: string, refusedRunes: number): Promise<number> {
  const limit = await lowerLimitTo(db, workspaceId, ref, Math.max(FLOOR_RUNES, Math.floor(refusedRunes * SAFE_SHARE)));
  log.warn("chat_context_limit_lowered", { model: ref, refused_runes: refusedRunes, limit_runes: limit });
  return limit;
}
