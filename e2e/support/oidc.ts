import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What the provider says about whoever comes to it next. */
export type OidcPerson = { sub: string; email?: string; email_verified?: boolean; name?: string };

export type OidcProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who is signed in at the provider; null: they press Cancel there. */
  person: OidcPerson | null;
  close(): Promise<void>;
};

type Grant = { person: OidcPerson; nonce: string; challenge: string; redirectUri: string };

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A small OpenID Connect provider that asks nobody anything, and insists on PKCE, nonce and the client's secret. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const grants = new Map<string, Grant>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", provider.issuer);
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json(200, discovery(provider.issuer));
      case "/jwks":
        return json(200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
      case "/authorize":
        return response.writeHead(302, { location: authorize(url.searchParams, provider.person, grants) }).end();
      case "/token": {
        const answer = redeem(await bodyOf(request), request.headers.authorization, provider, grants);
        return answer ? json(200, answer) : json(400, { error: "invalid_grant" });
      }
      default:
        return json(404, {});
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const provider: OidcProvider = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    clientId: "cadau",
    clientSecret: "a secret between the two",
    person: null,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return provider;
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
});

function authorize(asked: URLSearchParams, person: OidcPerson | null, grants: Map<string, Grant>): string {
  const redirectUri = asked.get("redirect_uri") ?? "";
  const back = new URL(redirectUri);
  back.searchParams.set("state", asked.get("state") ?? "");
  if (person) {
    const code = randomUUID();
    grants.set(code, {
      person,
      redirectUri,
      nonce: asked.get("nonce") ?? "",
      challenge: asked.get("code_challenge") ?? "",
    });
    back.searchParams.set("code", code);
  } else {
    back.searchParams.set("error", "access_denied");
  }
  return back.href;
}

function redeem(
  form: URLSearchParams,
  authorization: string | undefined,
  provider: OidcProvider,
  grants: Map<string, Grant>,
): object | undefined {
  const code = form.get("code") ?? "";
  const grant = grants.get(code);
  grants.delete(code);
  const expected = `Basic ${Buffer.from(`${provider.clientId}:${encodeURIComponent(provider.clientSecret).replaceAll("%20", "+")}`).toString("base64")}`;
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  if (!grant || authorization !== expected || challenge !== grant.challenge) return undefined;
  if (form.get("redirect_uri") !== grant.redirectUri) return undefined;
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    ...grant.person,
    iss: provider.issuer,
    aud: provider.clientId,
    nonce: grant.nonce,
    iat: now,
    exp: now + 300,
  };
  return { access_token: randomUUID(), token_type: "Bearer", expires_in: 300, id_token: signed(claims) };
}

function signed(claims: object): string {
  const content = `${base64url({ alg: "RS256", typ: "JWT", kid: "1" })}.${base64url(claims)}`;
  return `${content}.${createSign("RSA-SHA256").update(content).sign(privateKey).toString("base64url")}`;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
}
