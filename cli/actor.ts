import type { Actor } from "@/lib/auth/actor-type";
import { actorByEmail } from "@/lib/auth/users";
import { getDb } from "@/lib/db/client";
import { ownerEmailOf } from "@/lib/db/queries/sessions";
import { StartupError } from "@/lib/errors";

/** The person on whose behalf a command acts. */
export async function requireActor(email: string): Promise<Actor> {
  const actor = await actorByEmail(email);
  if (!actor) throw new StartupError(`There is no account ${email}. Make it by user:create first.`);
  return actor;
}

/** The owner of a conversation, on whose behalf a command that names it acts. */
export async function requireOwner(sessionId: string): Promise<Actor> {
  const email = await ownerEmailOf(await getDb(), sessionId);
  if (!email) throw new StartupError(`There is no conversation ${sessionId}.`);
  return await requireActor(email);
}
