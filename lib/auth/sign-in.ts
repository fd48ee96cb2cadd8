import { createHash } from "node:crypto";
import { z } from "zod";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { userByEmail } from "@/lib/db/queries/users";
import { storable } from "@/lib/http/contract/common";
import { log } from "@/lib/log";
import { Email } from "./credentials";
import { verifyPassword } from "./passwords";
import { clear, giveBack, hit } from "./rate-limit";
import type { SessionClaims } from "./session-cookie";

const WINDOW_S = 15 * 60;
/** An address may be a whole office, so it gets more attempts than one account. */
const ADDRESS_FACTOR = 5;

const Attempt = z.object({ email: Email, password: z.string().max(200).refine(storable) });

/**
 * The session to begin, or null when e-mail and password do not belong together: whether the e-mail is known
 * shows neither in the answer nor in its time. Throws `rate_limited` after too many failures.
 */
export async function signInWithPassword(
  given: { email: unknown; password: unknown },
  address: string,
): Promise<SessionClaims | null> {
  const max = config().RATE_LIMIT_SIGN_IN;
  const byAddress = `sign-in:address:${address}`;
  const byAccount = `sign-in:account:${accountKey(given.email)}`;
  // Counted before the password is looked at, so that parallel guesses do not slip through together.
  await hit(byAddress, { max: max * ADDRESS_FACTOR, windowS: WINDOW_S });
  await hit(byAccount, { max, windowS: WINDOW_S });

  const attempt = Attempt.safeParse(given);
  const user = attempt.success ? await userByEmail(await getDb(), attempt.data.email) : undefined;
  const matches = await verifyPassword(user?.passwordHash ?? null, attempt.data?.password ?? "");
  if (!user || !matches) {
    log.warn("sign_in_failed", { method: "password", address });
    return null;
  }
  await clear(byAccount);
  await giveBack(byAddress);
  return { userId: user.id, epoch: user.sessionEpoch };
}

/** A hash: people type passwords into the wrong field, and the counters' table is no place for them. */
function accountKey(email: unknown): string {
  return createHash("sha256").update(String(email).trim().toLowerCase()).digest("base64url");
}
