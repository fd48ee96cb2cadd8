import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { config } from "@/lib/config";

export type ProviderId = "github" | "google" | "oidc";

/** What we read of a provider's answer, whichever it is. Absent and null are the same. */
const absent = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined);
const Claims = z.object({
  sub: z.string().min(1),
  email: absent(z.string()),
  // Some servers send the claim as a string.
  email_verified: absent(z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])),
  name: absent(z.string()),
});
export type ProviderClaims = z.infer<typeof Claims>;

const GitHubUser = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** The sign-in providers whose variables are set, with the names on their buttons. */
export function offeredProviders(): { id: ProviderId; name: string }[] {
  const c = config();
  const offered: { id: ProviderId; name: string }[] = [];
  if (c.GITHUB_CLIENT_ID && c.GITHUB_CLIENT_SECRET) offered.push({ id: "github", name: "GitHub" });
  if (c.GOOGLE_CLIENT_ID && c.GOOGLE_CLIENT_SECRET) offered.push({ id: "google", name: "Google" });
  if (c.OIDC_ISSUER && c.OIDC_CLIENT_ID && c.OIDC_CLIENT_SECRET) offered.push({ id: "oidc", name: c.OIDC_NAME });
  return offered;
}

/** The same as NextAuth wants them. */
export function oauthProviders(): OAuthConfig<Profile>[] {
  const c = config();
  const made = {
    github: () => github(c.GITHUB_CLIENT_ID ?? "", c.GITHUB_CLIENT_SECRET ?? ""),
    google: () =>
      openIdConnect(
        "google",
        "Google",
        "https://accounts.google.com",
        c.GOOGLE_CLIENT_ID ?? "",
        c.GOOGLE_CLIENT_SECRET ?? "",
      ),
    oidc: () =>
      openIdConnect("oidc", c.OIDC_NAME, c.OIDC_ISSUER ?? "", c.OIDC_CLIENT_ID ?? "", c.OIDC_CLIENT_SECRET ?? ""),
  } satisfies Record<ProviderId, () => OAuthConfig<Profile>>;
  return offeredProviders().map(({ id }) => made[id]());
}

/** The profile that NextAuth carries to our sign-in callback. */
const carrying = (claims: ProviderClaims): Profile => ({ sub: claims.sub, claims });
const toUser = ({ sub = "" }: Profile) => ({ id: sub });

function openIdConnect(
  id: ProviderId,
  name: string,
  issuer: string,
  clientId: string,
  clientSecret: string,
): OAuthConfig<Profile> {
  return {
    id,
    name,
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    clientId,
    clientSecret,
    userinfo: {
      async request({ client, tokens }) {
        const claims = Claims.parse(claimsOf(tokens.id_token ?? ""));
        // Servers may keep the e-mail out of the ID token and answer it at the userinfo endpoint only.
        if (claims.email || !tokens.access_token || !client.issuer.metadata.userinfo_endpoint) return carrying(claims);
        const answer = await client.userinfo(tokens.access_token, { method: "GET" });
        // An answer about somebody else is not to be believed (OpenID Connect Core 5.3.2).
        if (answer.sub !== claims.sub) throw new Error("the userinfo endpoint answered for another subject");
        return carrying(Claims.parse(answer));
      },
    },
    profile: toUser,
  };
}

/** The claims of an ID token whose signature the client has checked already. */
function claimsOf(idToken: string): unknown {
  return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8"));
}

/** GitHub's profile e-mail says nothing about its state: the primary one is read with its mark. */
function github(clientId: string, clientSecret: string): OAuthConfig<Profile> {
  return {
    id: "github",
    name: "GitHub",
    type: "oauth",
    authorization: { url: "https://github.com/login/oauth/authorize", params: { scope: "read:user user:email" } },
    token: "https://github.com/login/oauth/access_token",
    // GitHub names itself in the callback, and the client insists that the names agree.
    issuer: "https://github.com/login/oauth",
    checks: ["pkce", "state"],
    clientId,
    clientSecret,
    userinfo: {
      async request({ tokens }) {
        const get = async (path: string): Promise<unknown> => {
          const answer = await fetch(`https://api.github.com${path}`, {
            headers: { authorization: `Bearer ${tokens.access_token}`, accept: "application/vnd.github+json" },
          });
          if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}`);
          return answer.json();
        };
        const user = GitHubUser.parse(await get("/user"));
        const emails = GitHubEmails.parse(await get("/user/emails"));
        const primary = emails.find((email) => email.primary) ?? emails[0];
        const claims = Claims.parse({
          sub: String(user.id),
          name: user.name || user.login,
          email: primary?.email,
          email_verified: primary?.verified,
        });
        return carrying(claims);
      },
    },
    profile: toUser,
  };
}
