import { learnedFactor, runesPerToken, UNKNOWN_FACTOR } from "@/lib/context/size/tokens";
import type { Db } from "@/lib/db/client";
import { setContext } from "@/lib/db/queries/context";
import { saveTokenFactor } from "@/lib/db/queries/models";
import type { MessageUsage, SessionRow } from "@/lib/db/schema/chat";
import type { ResolvedModel } from "@/lib/models/registry";
import type { Payload } from "./assemble";

/** A change of the writing smaller than this is not worth a statement. */
const NOTICEABLE = 0.03;

/** What an answer teaches: how the model counts, and how dense the conversation's writing is. Off the user's path. */
export async function learn(
  db: Db,
  session: Pick<SessionRow, "id" | "workspaceId" | "runesPerToken">,
  model: Pick<ResolvedModel, "ref" | "taughtFactor">,
  payload: Pick<Payload, "usedRunes" | "estimatedTokens">,
  usage: MessageUsage | null,
): Promise<void> {
  const known = model.taughtFactor ?? UNKNOWN_FACTOR;
  const learned = learnedFactor(known, payload.estimatedTokens, usage?.input_tokens);
  if (learned !== known) await saveTokenFactor(db, session.workspaceId, model.ref, learned);
  const dense = runesPerToken(payload.usedRunes, payload.estimatedTokens);
  const before = session.runesPerToken;
  if (before === null || Math.abs(dense / before - 1) > NOTICEABLE) {
    await setContext(db, session.id, { runesPerToken: dense });
  }
}
