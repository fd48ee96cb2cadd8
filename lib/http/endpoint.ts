import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { actorFromRequest } from "@/lib/auth/actor";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { AppError, type InputIssue } from "@/lib/errors";
import { log, withLogContext } from "@/lib/log";
import { requestAnswered } from "@/lib/operations/metrics";
import type { Contract, Method } from "./contract/common";
import { requireOwnOrigin } from "./origin";
import { internalProblemResponse, problemResponse } from "./problem";
import { readJsonBody } from "./read-body";

type Output<C extends Contract, Key extends "params" | "query" | "body"> =
  C extends Record<Key, infer S extends z.ZodType> ? z.output<S> : undefined;
type Answer<C extends Contract> = (C extends { response: infer S extends z.ZodType } ? z.output<S> : never) | Response;

/** What a handler is given: all of it checked, and typed by its contract. */
export type Call<C extends Contract> = {
  actor: C["access"] extends null ? null : Actor;
  params: Output<C, "params">;
  query: Output<C, "query">;
  body: Output<C, "body">;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  request: Request;
};

export type RouteContext = { params: Promise<unknown> };
export type Handler = (request: Request, context: RouteContext) => Promise<Response>;
/** A handler that still knows what it promises; the tests walk these. */
export type Endpoint = Handler & { contract: Contract };

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** The handler of one call of the API: everything that is the same for all calls, around `run`. */
export function endpoint<const C extends Contract>(
  contract: C,
  run: (call: Call<C>) => Promise<Answer<C>> | Answer<C>,
): Endpoint {
  async function answer(request: Request, context: RouteContext): Promise<Response> {
    requireOwnOrigin(request, { usesCookie: contract.access !== null });
    const actor = await admit(contract, request);
    const call = {
      actor,
      params: contract.params && parse(contract.params, await context.params),
      query: contract.query && parse(contract.query, readQuery(request.url)),
      body: contract.body && (await readBody(contract.body, request)),
      signal: request.signal,
      request,
    } as Call<C>; // Each member was made by the schema that its type is taken from.
    const result = await run(call);
    if (result instanceof Response) return result;
    // In tests an answer that breaks its contract is a failure; in production it is sent as it is.
    if (process.env.NODE_ENV === "test") contract.response?.parse(result);
    return new Response(JSON.stringify(result), { status: contract.status ?? 200, headers: JSON_HEADERS });
  }
  return Object.assign(guarded(contract, answer), { contract });
}

/** The request's id, its log lines, its metrics, and an answer whatever is thrown. */
function guarded(call: { method: string; path: string }, answer: Handler): Handler {
  return (request, context) => {
    const started = performance.now();
    const requestId = randomUUID();
    return withLogContext({ request_id: requestId }, async () => {
      let response: Response;
      try {
        response = await answer(request, context);
      } catch (error) {
        if (error instanceof AppError) response = problemResponse(error);
        else {
          log.error("request_failed", { method: call.method, path: call.path }, error);
          response = internalProblemResponse();
        }
      }
      response.headers.set("x-request-id", requestId);
      requestAnswered(call.method, call.path, response.status, performance.now() - started);
      return response;
    });
  };
}

async function admit({ access }: Contract, request: Request): Promise<Actor | null> {
  if (access === null) return null;
  const actor = await actorFromRequest(request);
  if (!actor) throw new AppError("unauthenticated", {});
  if (!actor.scopes.includes(access)) throw new AppError("missing_scope", { scope: access });
  return actor;
}

function invalidInput(error: z.ZodError): AppError {
  const issues: InputIssue[] = error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  return new AppError("invalid_input", { issues });
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** The query as an object. `name=` is an absent one; a name given twice has no meaning that all would agree on. */
function readQuery(url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (start === -1) return {};
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (query.has(name))
      throw new AppError("invalid_input", { issues: [{ path: name, message: "must be given only once" }] });
    query.set(name, value);
  }
  return Object.fromEntries([...query].filter(([, value]) => value !== ""));
}

async function readBody(schema: z.ZodType, request: Request): Promise<unknown> {
  const given = await readJsonBody(request, config().MAX_BODY_BYTES);
  if (given !== undefined) return parse(schema, given);
  // No body is the same as an empty one, where that is enough.
  const parsed = schema.safeParse({});
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_input", { issues: [{ path: "", message: "A JSON body is needed." }] });
}

type AnyMethod = Method | "PUT";
const METHODS: readonly AnyMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The handlers of all methods that a route does not have: 405 with those that it has. */
export function otherMethods<M extends Method>(...allow: M[]): Record<Exclude<AnyMethod, M>, Handler> {
  const refused = METHODS.filter((method) => !allow.some((allowed) => allowed === method));
  const refuse = (method: AnyMethod) =>
    guarded({ method, path: "other" }, async () => {
      throw new AppError("method_not_allowed", { allow });
    });
  return Object.fromEntries(refused.map((method) => [method, refuse(method)])) as Record<
    Exclude<AnyMethod, M>,
    Handler
  >;
}

/** The handlers of an address that is no call of the API. */
export function unknownRoute(): Record<AnyMethod, Handler> {
  const refuse = (method: AnyMethod) =>
    guarded({ method, path: "other" }, async (request) => {
      requireOwnOrigin(request, { usesCookie: false });
      throw new AppError("not_found", { kind: "route" });
    });
  return Object.fromEntries(METHODS.map((method) => [method, refuse(method)])) as Record<AnyMethod, Handler>;
}
