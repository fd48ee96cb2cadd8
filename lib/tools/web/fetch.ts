import type { IncomingMessage } from "node:http";
import { ToolFailure } from "@/lib/tools/tool";
import { readBody } from "./body";
import { get, type Lookup, lookUp } from "./request";
import { PUBLIC, type Rules, refused, targetOf } from "./target";

export type FetchSetting = {
  rules?: Rules;
  lookup?: Lookup;
  signal: AbortSignal;
  timeoutMs?: number;
  maxBytes?: number;
};
export type Fetched = { url: string; contentType: string; bytes: Buffer; isWhole: boolean };

const MOST_REDIRECTS = 5;
const TIMEOUT_MS = 20_000;
/** Of the page as it is once unpacked. */
const MAX_BYTES = 2_000_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What stands at an address, which every redirect leads to anew: each is checked like the first. */
export async function fetchPage(given: string, setting: FetchSetting): Promise<Fetched> {
  const { rules = PUBLIC, lookup = lookUp, signal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = setting;
  const limit = AbortSignal.timeout(timeoutMs);
  const within = AbortSignal.any([signal, limit]);
  try {
    let url = targetOf(given, rules);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await get(url, { rules, lookup, signal: within });
      const next = redirectOf(response);
      if (next === null) return { url: url.href, ...(await read(response, maxBytes)) };
      response.destroy();
      url = targetOf(next, rules, url);
    }
    throw refused(`The page leads on more than ${MOST_REDIRECTS} times.`);
  } catch (error) {
    if (limit.aborted) throw new ToolFailure("timeout", "The page did not come in time.", { cause: error });
    if (signal.aborted || error instanceof ToolFailure) throw error;
    throw unreachable(error);
  }
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | null {
  return REDIRECTS.has(statusCode) && location !== undefined ? location : null;
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Omit<Fetched, "url">> {
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode >= 300) {
    response.destroy();
    throw new ToolFailure("http_error", `The server answers with status ${statusCode}.`);
  }
  const contentType = response.headers["content-type"] ?? "";
  return { contentType, ...(await readBody(response, maxBytes)) };
}

/** What a network says, in words that tell nothing of our own. */
function unreachable(error: unknown): ToolFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const told: Record<string, string> = {
    ENOTFOUND: "There is no such host.",
    EAI_AGAIN: "The host's name cannot be looked up now.",
    ECONNREFUSED: "The host refuses the connection.",
  };
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code);
  const message = isCertificate
    ? "The host's certificate is not valid."
    : (told[code] ?? "The page could not be read.");
  return new ToolFailure("unreachable", message, { cause: error });
}
