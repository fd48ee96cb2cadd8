import type { Locale } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { type Identity, insertIdentity, userOfIdentity } from "@/lib/db/queries/accounts";
import { audit } from "@/lib/db/queries/audit";
import { deleteTokensOf } from "@/lib/db/queries/tokens";
import { type NewUserRow, raiseSessionEpoch, updateUser, userByEmail, userById } from "@/lib/db/queries/users";
import { lockAdmission, membershipsOf } from "@/lib/db/queries/workspaces";
import { isAppError } from "@/lib/errors";
import { Email, PersonName } from "./credentials";
import type { SessionClaims } from "./session-cookie";
import { admit, admitInvited, type Join, signUpDoor } from "./users";

/** What a provider says about a person. */
export type ProviderPerson = Identity & { email: string | undefined; emailVerified: boolean; name: string | undefined };

/** The browser that comes back from the provider. */
export type Returning = {
  locale: Locale;
  timeZone: string;
  /** The user who asked, signed in, to connect the provider. */
  connecting: string | null;
  /** Uses up the invitation that the sign-in began at, for an account that is made by it; `not_found`: it is no more. */
  join: Join | null;
};

export type ProviderSignIn =
  | { status: "signed_in"; claims: SessionClaims; passwordRemoved: boolean; joined: boolean }
  | { status: "refused"; reason: "email_missing" | "email_unverified" | "identity_in_use" | "sign_up_closed" };

/** Signs a person in by what a provider says about them: finds, links or makes their account. */
export async function signInWithProvider(person: ProviderPerson, returning: Returning): Promise<ProviderSignIn> {
  const db = await getDb();
  try {
    return await db.transaction((tx) =>
      returning.connecting ? connect(tx, person, returning.connecting) : enter(tx, person, returning),
    );
  } catch (error) {
    if (isAppError(error, "sign_up_closed")) return { status: "refused", reason: "sign_up_closed" };
    // Used or ended meanwhile: they are as anybody who comes without one.
    if (isAppError(error, "not_found") && returning.join)
      return signInWithProvider(person, { ...returning, join: null });
    throw error;
  }
}

/** A signed-in person adds a way to sign in: both sides are proven, whatever the e-mail is. */
async function connect(tx: Db, person: ProviderPerson, userId: string): Promise<ProviderSignIn> {
  const inserted = await insertIdentity(tx, userId, person);
  const owner = await userOfIdentity(tx, person);
  if (owner?.userId !== userId) return { status: "refused", reason: "identity_in_use" };
  if (inserted) await auditFor(tx, userId, "identity.connected", person.provider);
  return { status: "signed_in", claims: owner, passwordRemoved: false, joined: false };
}

async function enter(tx: Db, person: ProviderPerson, returning: Returning): Promise<ProviderSignIn> {
  // Two first sign-ins of one person at once make one account.
  await lockAdmission(tx);
  const known = await userOfIdentity(tx, person);
  if (known) return { status: "signed_in", claims: known, passwordRemoved: false, joined: false };

  const email = Email.safeParse(person.email);
  if (!email.success) return { status: "refused", reason: "email_missing" };
  const existing = await userByEmail(tx, email.data);
  if (existing && !person.emailVerified) return { status: "refused", reason: "email_unverified" };

  const userId = existing?.id ?? (await make(tx, newcomer(person, email.data, returning), returning.join));
  await insertIdentity(tx, userId, person);
  await auditFor(tx, userId, "identity.connected", person.provider);
  const passwordRemoved = Boolean(existing?.passwordHash);
  if (passwordRemoved) await dropUnprovenWaysIn(tx, userId);
  const joined = !existing && returning.join !== null;
  return { status: "signed_in", claims: await claimsOf(tx, userId), passwordRemoved, joined };
}

/** Somebody with an invitation is kept out by no closed door. */
const make = (tx: Db, user: NewUserRow, join: Join | null): Promise<string> =>
  join ? admitInvited(tx, user, join) : admit(tx, signUpDoor(), user);

/**
 * Nobody ever proved that the one who chose the password owned the e-mail; the provider now says who does.
 * A stranger may have made the account to wait for its owner, so the password, the sessions and the tokens go.
 */
async function dropUnprovenWaysIn(tx: Db, userId: string): Promise<void> {
  await updateUser(tx, userId, { passwordHash: null });
  await deleteTokensOf(tx, userId);
  await raiseSessionEpoch(tx, userId);
  await auditFor(tx, userId, "password.removed", "email_claimed");
}

function newcomer(person: ProviderPerson, email: string, { locale, timeZone }: Returning) {
  const name = PersonName.safeParse(person.name ?? "");
  return {
    email,
    name: name.success ? name.data : (email.split("@")[0] ?? email),
    passwordHash: null,
    locale,
    timeZone,
  };
}

async function claimsOf(tx: Db, userId: string): Promise<SessionClaims> {
  const user = await userById(tx, userId);
  if (!user) throw new Error("the user vanished inside a transaction");
  return { userId, epoch: user.sessionEpoch };
}

async function auditFor(tx: Db, userId: string, action: string, target: string): Promise<void> {
  const [membership] = await membershipsOf(tx, userId);
  if (membership) await audit(tx, { userId, workspaceId: membership.workspaceId }, action, target);
}
