import type { Db } from "@/lib/db/client";
import { lowerLimitTo } from "@/lib/db/queries/models";
import { log } from "@/lib/log";

/** The least that a limit sinks to: below it there would be no conversation left to send. */
const FLOOR_TOKENS = 500;
/** A refused payload of this many tokens teaches that about this share of it is safe. */
const SAFE_SHARE = 0.8;

/** Remembers that the model refused a payload of that many estimated tokens; answers the limit that holds from now on. */
export async function lowerLimit(db: Db, workspaceId: string, ref: string, refusedTokens: number): Promise<number> {
  const wanted = Math.max(FLOOR_TOKENS, Math.floor(refusedTokens * SAFE_SHARE));
  const limit = await lowerLimitTo(db, workspaceId, ref, wanted);
  log.warn("chat_context_limit_lowered", {
    model: ref,
    refused_tokens: Math.round(refusedTokens),
    limit_tokens: limit,
  });
  return limit;
}
