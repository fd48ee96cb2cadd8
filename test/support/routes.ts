import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Contract } from "@/lib/http/contract/common";
import type { Endpoint, Handler } from "@/lib/http/endpoint";

const root = join(process.cwd(), "app/api/v1");
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type Route = {
  /** As a contract writes it: `/chat/sessions/{id}`. */
  path: string;
  file: string;
  handlers: Partial<Record<string, Handler>>;
};
export type Call = { path: string; method: string; handler: Endpoint; contract: Contract };

const isEndpoint = (handler: Handler | undefined): handler is Endpoint =>
  handler !== undefined && "contract" in handler;

/** The route files of the API as they stand on disk, the catch-all left out. */
export async function routes(): Promise<Route[]> {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(^|\/)route\.ts$/.test(file) && !file.includes("[..."),
  );
  return Promise.all(
    files.sort().map(async (file) => ({
      path: `/${relative(root, join(root, dirname(file)))}`.replace(/\[(\w+)\]/g, "{$1}"),
      file: `app/api/v1/${file}`,
      handlers: await import(join(root, file)),
    })),
  );
}

/** Every call that the route files answer, with what it promises. */
export async function calls(): Promise<Call[]> {
  return (await routes()).flatMap(({ path, handlers }) =>
    METHODS.flatMap((method) => {
      const handler = handlers[method];
      return isEndpoint(handler) ? [{ path, method, handler, contract: handler.contract }] : [];
    }),
  );
}
