import type { Actor } from "@/lib/auth/actor-type";

export const PASSWORD = "correct horse battery";

/** An account in the benchmark's database and the header its API calls carry. */
export async function makePerson(
  name: string,
): Promise<{ actor: Actor; email: string; headers: Record<string, string> }> {
  // Imported late: lib reads its configuration at the first import, and the database's address is known only then.
  const { actorByEmail, createUser } = await import("@/lib/auth/users");
  const { createToken } = await import("@/lib/auth/tokens");
  const email = `${name}@example.org`;
  await createUser({ email, password: PASSWORD, name });
  const actor = await actorByEmail(email);
  if (!actor) throw new Error(`${email} was not made`);
  const { token } = await createToken(actor, { name: "bench", scopes: ["read", "write"] });
  return { actor, email, headers: { authorization: `Bearer ${token}` } };
}
