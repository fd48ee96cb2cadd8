import { currentActor } from "@/lib/auth/actor";
import type { Actor } from "@/lib/auth/actor-type";
import { AppError, isAppError } from "@/lib/errors";
import type { Outcome } from "./outcome";

/** Does the task of a server action for whoever calls it; an expected failure is a value that the page has words for. */
export async function attempt<T>(task: (actor: Actor) => Promise<T>): Promise<Outcome<T>> {
  const actor = await currentActor();
  if (!actor) return { ok: false, problem: "signed_out", issues: [] };
  try {
    return { ok: true, value: await task(actor) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      ok: false,
      problem: error.code,
      issues: isAppError(error, "invalid_input") ? error.details.issues : [],
      ...(isAppError(error, "provider_failed") && { fault: error.details.reason, said: error.details.said }),
    };
  }
}
