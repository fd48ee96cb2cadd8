import type { AuthOptions, LoggerInstance } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { signedInUser } from "@/lib/db/queries/users";
import { AppError, isAppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { ProviderFailure } from "./failure-path";
import { nextPath } from "./next-path";
import { type Returning, signInWithProvider } from "./provider-sign-in";
import { oauthProviders } from "./providers";
import { SESSION_SECONDS, type SessionClaims, secureCookies, sessionClaims, sessionSecret } from "./session-cookie";
import { signInWithPassword } from "./sign-in";

/** The browser that makes a request to NextAuth. */
export type Visitor = Returning & { address: string };

/** What came of a request to NextAuth: the session it began, or why a provider's word was not enough. */
export type Outcome = {
  entered?: SessionClaims;
  passwordRemoved?: boolean;
  joined?: boolean;
  refused?: ProviderFailure;
};

/**
 * NextAuth's options for one request. Who signs in is decided by our own functions, which put it into `outcome`;
 * NextAuth carries it.
 */
export function authOptions(visitor: Visitor, outcome: Outcome): AuthOptions {
  nameOwnAddress();
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: secureCookies(),
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    logger,
    providers: [
      CredentialsProvider({
        credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
        async authorize(credentials) {
          const { email, password } = credentials ?? {};
          const claims = await signInWithPassword({ email, password }, visitor.address).catch(asSignInError);
          if (claims) outcome.entered = claims;
          return claims && { id: claims.userId };
        },
      }),
      ...oauthProviders(),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.type !== "oauth") return true;
        const claims = profile?.claims;
        if (!claims) throw new Error(`the provider ${account.provider} gave no claims`);
        const result = await signInWithProvider(
          {
            provider: account.provider,
            subject: claims.sub,
            email: claims.email,
            emailVerified: claims.email_verified ?? false,
            name: claims.name,
          },
          visitor,
        );
        if (result.status === "refused") {
          outcome.refused = result.reason;
          return false;
        }
        outcome.entered = result.claims;
        outcome.passwordRemoved = result.passwordRemoved;
        outcome.joined = result.joined;
        return true;
      },
      async jwt({ token }) {
        if (outcome.entered) return { sub: outcome.entered.userId, epoch: outcome.entered.epoch };
        const claims = sessionClaims(token);
        const holds = claims && (await signedInUser(await getDb(), claims.userId, claims.epoch));
        // NextAuth then answers an empty session and takes the cookie away.
        if (!holds) throw new AppError("unauthenticated", {});
        return { sub: claims.userId, epoch: claims.epoch };
      },
      session: ({ session, token }) => ({ expires: session.expires, user: { id: token.sub ?? "" } }),
      redirect({ url, baseUrl }) {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
        return `${baseUrl}${nextPath(path)}`;
      },
    },
  };
}

/** NextAuth puts the message of what `authorize` throws into the address of the page that it leads to. */
function asSignInError(error: unknown): never {
  if (isAppError(error, "rate_limited")) {
    throw new Error(`rate_limited:${Math.ceil(error.details.retry_after_s / 60)}`, { cause: error });
  }
  throw error;
}

/** NextAuth learns its own address from the environment only: the public one, else the one that the browser used. */
function nameOwnAddress(): void {
  const { APP_URL } = config();
  if (APP_URL) process.env.NEXTAUTH_URL = new URL(APP_URL).origin;
  else process.env.AUTH_TRUST_HOST = "1";
}

const logger: Partial<LoggerInstance> = {
  error(code, metadata) {
    const cause = metadata instanceof Error ? metadata : metadata.error;
    // A session that was signed out elsewhere is no fault.
    if (!isAppError(cause, "unauthenticated")) log.warn("sign_in_failed", { method: "next-auth", reason: code }, cause);
  },
  warn: (code) => log.debug("sign_in_failed", { method: "next-auth", reason: code }),
  debug: () => {},
};
