import type { Actor } from "@/lib/auth/actor-type";
import { actorByEmail } from "@/lib/auth/users";
import { StartupError } from "@/lib/errors";

/** The person on whose behalf a command acts. */
export async function requireActor(email: string): Promise<Actor> {
  const actor = await actorByEmail(email);
  if (!actor) throw new StartupError(`There is no account ${email}. Make it by user:create first.`);
  return actor;
}
