import { z } from "zod";

/** What an error tells about a call to a provider, read from the error itself, its causes and the provider's body. */
export type Evidence = {
  status: number | undefined;
  /** The code of a network error, such as ECONNREFUSED. */
  code: string | undefined;
  kind: "aborted" | "empty" | "no_key" | "no_model" | "not_understood" | undefined;
  /** All words of all causes and of the body, to search in; never to be shown. */
  text: string;
  /** The provider's own sentence, without keys and addresses; absent where it gave none. */
  said: string | undefined;
  retryAfterMs: number | undefined;
};

/** By the error's name, as the AI SDK and the platform give them. */
const KINDS: Record<string, Evidence["kind"]> = {
  AbortError: "aborted",
  TimeoutError: "aborted",
  ResponseAborted: "aborted",
  AI_NoOutputGeneratedError: "empty",
  AI_NoContentGeneratedError: "empty",
  AI_EmptyResponseBodyError: "empty",
  AI_LoadAPIKeyError: "no_key",
  AI_NoSuchModelError: "no_model",
  AI_JSONParseError: "not_understood",
  AI_TypeValidationError: "not_understood",
  AI_InvalidResponseDataError: "not_understood",
};

const Fields = z.looseObject({
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  statusCode: z.number().optional().catch(undefined),
  responseBody: z.string().optional().catch(undefined),
  responseHeaders: z.record(z.string(), z.string()).optional().catch(undefined),
  data: z.unknown().optional(),
  cause: z.unknown().optional(),
  /** RetryError holds the last attempt's error, a failed connection to several addresses one error each. */
  lastError: z.unknown().optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});

export function readEvidence(error: unknown): Evidence {
  const words: string[] = [];
  const found: Omit<Evidence, "text"> = {
    status: undefined,
    code: undefined,
    kind: undefined,
    said: undefined,
    retryAfterMs: undefined,
  };
  const seen = new Set<unknown>();

  // The outermost error that knows a fact decides it: an inner one is only its occasion.
  function visit(value: unknown): void {
    if (value === null || value === undefined || seen.has(value) || seen.size > 20) return;
    seen.add(value);
    if (typeof value === "string") {
      words.push(value);
      found.said ??= presentable(value);
      return;
    }
    if (typeof value !== "object") return;
    // Errors keep name and message on the prototype or unenumerable: a plain spread would lose them.
    const { name, message, code, type, statusCode, responseBody, responseHeaders, data, cause, lastError, errors } =
      Fields.parse({
        ...value,
        ...(value instanceof Error && { name: value.name, message: value.message, cause: value.cause }),
        ...(value instanceof AggregateError && { errors: value.errors }),
      });
    for (const word of [message, type, responseBody]) if (word !== undefined) words.push(word);
    if (code !== undefined) words.push(String(code));
    found.status ??= statusCode ?? (typeof code === "number" && code >= 400 && code < 600 ? code : undefined);
    if (typeof code === "string" && /^[A-Z][A-Z_]+$/.test(code)) found.code ??= code;
    found.kind ??= name === undefined ? undefined : KINDS[name];
    found.said ??= saidIn(responseBody) ?? (value instanceof Error ? undefined : message && presentable(message));
    if (responseHeaders) found.retryAfterMs ??= retryAfter(responseHeaders);
    for (const inner of [data, lastError, cause, ...(errors ?? [])]) visit(inner);
  }
  visit(error);
  return { ...found, text: words.join("\n") };
}

const Body = z.union([
  z.looseObject({ error: z.looseObject({ message: z.string() }) }).transform((body) => body.error.message),
  z.looseObject({ error: z.string() }).transform((body) => body.error),
  z.looseObject({ message: z.string() }).transform((body) => body.message),
  z.looseObject({ detail: z.string() }).transform((body) => body.detail),
  z
    .tuple([z.looseObject({ error: z.looseObject({ message: z.string() }) })], z.unknown())
    .transform(([first]) => first.error.message),
]);

/** The sentence in an error's body; undefined for pages of HTML and the like. */
function saidIn(body: string | undefined): string | undefined {
  if (!body?.trimStart().match(/^[{[]/)) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined; // a body that is cut off says nothing that could be shown
  }
  const parsed = Body.safeParse(json);
  return parsed.success ? presentable(parsed.data) : undefined;
}

const LONGEST_SAID = 240;

/** One line for people: no keys, tokens, addresses, account names or stacks, and not long. */
export function presentable(words: string): string | undefined {
  const line = (words.split(/\n\s*at |\n/)[0] ?? "")
    .replace(/\bhttps?:\/\/\S+/gi, "")
    .replace(/\b(?:bearer|basic)\s+\S+/gi, "")
    .replace(/\b(?:sk|pk|rk|key|org|proj|req|gsk|xai|hf|AIza|ya29|ghp|eyJ)[-_.]?[\w*.~+/=-]{6,}/gi, "…")
    .replace(/\b(?=[\w*-]*\d)(?=[\w*-]*[a-z])[\w*-]{24,}/gi, "…")
    .replace(/\s+/g, " ")
    .trim();
  if (line === "" || line.startsWith("<")) return undefined;
  const runes = Array.from(line);
  return runes.length > LONGEST_SAID ? `${runes.slice(0, LONGEST_SAID).join("")}…` : line;
}

const LONGEST_WAIT_MS = 10 * 60_000;

/** `retry-after-ms`, or `Retry-After` in seconds or as a date. */
function retryAfter(headers: Record<string, string>): number | undefined {
  const ms = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (Number.isFinite(ms)) return clamp(ms);
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? clamp(wait) : undefined;
}

const clamp = (ms: number) => Math.round(Math.min(LONGEST_WAIT_MS, Math.max(0, ms)));
