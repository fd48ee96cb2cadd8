import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { PASSWORD, personEmail, type Seeds } from "./state";

export type Account = { email: string; password: string };

/** One of the seeded accounts, that no other test of this run gets. */
export function claimAccount(folder: string, { people }: Seeds): Account {
  for (let n = 1; n <= people; n++) {
    try {
      // Made by one process only: that is the claim.
      mkdirSync(join(folder, `claimed-${n}`));
      return { email: personEmail(n), password: PASSWORD };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  throw new Error(`All ${people} seeded accounts are taken: seed more (e2e/support/seed.ts).`);
}

/** What the sign-in form does: the session's cookie is in the context afterwards. */
export async function signInOverHttp(request: APIRequestContext, baseUrl: string, account: Account): Promise<void> {
  const csrf = await request.get(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await request.post(`${baseUrl}/api/auth/callback/credentials`, {
    form: { csrfToken, email: account.email, password: account.password, json: "true", callbackUrl: `${baseUrl}/` },
    headers: { origin: baseUrl },
  });
  const { cookies } = await request.storageState();
  if (!cookies.some(({ name }) => name.endsWith("next-auth.session-token"))) {
    throw new Error(`${account.email} could not sign in: ${answer.status()} ${(await answer.text()).slice(0, 500)}`);
  }
}
