import type { McpFault } from "@/lib/http/contract/mcp-servers";
import { presentable, readEvidence } from "@/lib/models/evidence";

/** For the API and for logs; the screen says it in its reader's language by `fault`. */
const SENTENCES: Record<McpFault, string> = {
  unreachable: "The server cannot be reached.",
  timeout: "The server did not answer in time.",
  unauthorized: "The server does not accept the headers that it was given.",
  not_found: "There is no tool server at this address.",
  redirected: "The server sends to another address, which is not followed. Enter that address instead.",
  refused: "The server refused the request.",
  server_error: "The server has a fault of its own.",
  cut_off: "The connection to the server broke off.",
  bad_response: "The server answered something that makes no sense.",
  too_large: "The server answered more than is taken.",
  too_many: "All servers together offer more tools than a model can take.",
  not_started: "The command could not be started.",
  crashed: "The command ended.",
  stdio_off: "Commands may not be run as tool servers here.",
  secrets_unreadable: "The headers or environment cannot be read any more. Enter them again.",
};

/** What went wrong with a server. `said` are its own words, made safe to show. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  readonly fault: McpFault;
  readonly said: string | null;

  constructor(fault: McpFault, said?: string | null, options?: ErrorOptions) {
    super(SENTENCES[fault], options);
    this.fault = fault;
    this.said = (said && presentable(said)) || null;
  }
}

/** The server itself answered that it will not; `code` is of JSON-RPC. */
export class McpRefusal extends McpFailure {
  readonly code: number;

  constructor(code: number, said: string, options?: ErrorOptions) {
    super("refused", said, options);
    this.code = code;
  }
}

const NETWORK: Record<string, McpFault> = {
  ECONNRESET: "cut_off",
  EPIPE: "cut_off",
  UND_ERR_SOCKET: "cut_off",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
};

/** The failure that an error of the client or of the network is. */
export function failureFrom(error: unknown): McpFailure {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    if (at instanceof McpFailure) return at;
  }
  const { code, text } = readEvidence(error);
  const cause = { cause: error };
  const status = numberIn(error, "statusCode");
  if (status !== undefined) return new McpFailure(faultOfStatus(status), wordsIn(error, "responseBody"), cause);
  const refusal = numberIn(error, "code");
  if (refusal !== undefined) return new McpRefusal(refusal, error instanceof Error ? error.message : "", cause);
  if (code !== undefined) return new McpFailure(NETWORK[code] ?? "unreachable", code, cause);
  if (/timed out/i.test(text)) return new McpFailure("timeout", null, cause);
  if (/connection closed|closed client|not connected|terminated/i.test(text))
    return new McpFailure("cut_off", null, cause);
  if (/fetch failed|bad port/i.test(text)) return new McpFailure("unreachable", null, cause);
  return new McpFailure("bad_response", null, cause);
}

function faultOfStatus(status: number): McpFault {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404 || status === 405) return "not_found";
  if (status === 429 || status >= 500) return "server_error";
  return "bad_response";
}

function numberIn(error: unknown, key: "statusCode" | "code"): number | undefined {
  if (!(error instanceof Error) || !(key in error)) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === "number" ? value : undefined;
}

function wordsIn(error: unknown, key: "responseBody"): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, key) : undefined;
  // A page of HTML says nothing to anybody.
  return typeof value === "string" && !value.trimStart().startsWith("<") ? value.slice(0, 1_000) : undefined;
}
