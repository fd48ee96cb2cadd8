import type { Contract } from "@/lib/http/contract/common";
import type { Handler } from "@/lib/http/endpoint";

/** What a call is given, before anything has checked it. */
export type Given = {
  params?: Record<string, string>;
  query?: Record<string, string> | URLSearchParams;
  /** An object is sent as JSON; a string as it is. */
  body?: unknown;
  /** Instead of a body. */
  bytes?: Uint8Array<ArrayBuffer>;
  token?: string | undefined;
  headers?: Record<string, string>;
};

/** Asks a route handler as the framework would. */
export async function call(
  handler: Handler,
  contract: Pick<Contract, "method" | "path">,
  given: Given = {},
): Promise<Response> {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((given.params?.[name] ?? "").toWellFormed()),
  );
  const query = new URLSearchParams(given.query ?? {}).toString();
  const body = given.body === undefined || typeof given.body === "string" ? given.body : JSON.stringify(given.body);
  const sent = given.bytes ?? body;
  const request = new Request(`http://localhost:3000/api/v1${path}${query && `?${query}`}`, {
    method: contract.method,
    headers: {
      host: "localhost:3000",
      ...(given.token && { authorization: `Bearer ${given.token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...given.headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  return handler(request, { params: Promise.resolve(given.params ?? {}) });
}
