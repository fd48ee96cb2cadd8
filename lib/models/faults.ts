import type { ProviderFault } from "@/lib/errors";
import { readEvidence } from "./evidence";
import { saysTooLong } from "./overflow";

/**
 * What went wrong at a provider. `message` is a sentence for people (the screen says it in their language by `fault`);
 * `retryable`: the same request may succeed in a moment.
 */
export type Fault = {
  fault: ProviderFault;
  message: string;
  retryable: boolean;
  retryAfterMs?: number;
  /** The provider's own words, made safe to show. */
  said?: string;
};

const SENTENCES: Record<ProviderFault, string> = {
  unreachable: "The model's provider cannot be reached.",
  timeout: "The model did not answer in time.",
  rate_limited: "The model's provider takes no more requests for now.",
  unauthorized: "The model's provider does not accept the key.",
  model_missing: "The provider does not know this model, or the key may not use it.",
  context_too_long: "The conversation is longer than this model can take.",
  refused: "The model's provider refused the request.",
  server_error: "The model's provider has a fault of its own.",
  cut_off: "The connection to the model broke off in mid-answer.",
  empty_answer: "The model answered nothing.",
  bad_response: "The model's provider answered something that makes no sense.",
};

const RETRYABLE: ReadonlySet<ProviderFault> = new Set(["unreachable", "rate_limited", "server_error", "cut_off"]);

/** Network errors by their code; those of the socket itself can also break off an answer that had begun. */
const NETWORK: Record<string, ProviderFault> = {
  ECONNREFUSED: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  EPROTO: "unreachable",
  ERR_SSL_WRONG_VERSION_NUMBER: "unreachable",
  CERT_HAS_EXPIRED: "unreachable",
  DEPTH_ZERO_SELF_SIGNED_CERT: "unreachable",
  SELF_SIGNED_CERT_IN_CHAIN: "unreachable",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unreachable",
  ERR_TLS_CERT_ALTNAME_INVALID: "unreachable",
  UND_ERR_CONNECT_TIMEOUT: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ECONNRESET: "cut_off",
  EPIPE: "cut_off",
  ECONNABORTED: "cut_off",
  UND_ERR_SOCKET: "cut_off",
  UND_ERR_ABORTED: "cut_off",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "cut_off",
  ERR_STREAM_PREMATURE_CLOSE: "cut_off",
};
/** A name or certificate that is wrong now is wrong in a second, too. */
const LASTING = new Set(["ENOTFOUND", "EPROTO", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

const NO_MONEY =
  /insufficient_quota|exceeded your current quota|credit balance is too low|insufficient[_ ]balance|余额不足|欠费|arrearage/i;
const MODEL_MISSING =
  /model_not_found|model_not_available|no such model|unknown model|model .{0,120}(?:does not exist|not found|not supported|no longer available)|not a valid model/i;
const REFUSED =
  /content[_ ]?(?:policy|filter|management)|data_inspection_failed|safety|flagged|prohibited_content|moderation/i;
const OVERLOADED =
  /overloaded|service unavailable|server (?:had an error|is busy)|try again later|internal (?:server )?error|bad gateway/i;
const RATE_LIMITED = /rate.?limit|too many (?:requests|tokens)|throttl|resource_exhausted|限流|请求过于频繁/i;
const BAD_KEY =
  /invalid[_ ]api[_ ]key|incorrect api key|api key not valid|authentication|unauthorized|permission_denied/i;
const NO_CONNECTION = /cannot connect|fetch failed|bad port|getaddrinfo/i;
const BROKEN_OFF = /terminated|socket hang up|other side closed|premature close|network error/i;

export function classifyFault(error: unknown): Fault {
  const evidence = readEvidence(error);
  const { status, text, code, kind } = evidence;

  if (kind === "aborted") return fault("timeout", { retryable: false });
  if (saysTooLong(text)) return fault("context_too_long");
  if (NO_MONEY.test(text) || status === 402) {
    return fault("rate_limited", { retryable: false, reason: "the account's quota or credit is used up", status });
  }
  if (status === undefined || status < 300) {
    const network = code === undefined ? undefined : NETWORK[code];
    if (network !== undefined)
      return fault(network, { reason: code, retryable: RETRYABLE.has(network) && !LASTING.has(code ?? "") });
    if (kind === "empty") return fault("empty_answer");
    if (kind === "no_key") return fault("unauthorized");
    if (kind === "no_model") return fault("model_missing");
    if (BROKEN_OFF.test(text)) return fault("cut_off");
    if (NO_CONNECTION.test(text)) return fault("unreachable", { retryable: false });
    if (kind === "not_understood") return fault("bad_response");
  }
  return byStatus(status, text, evidence.retryAfterMs, evidence.said);
}

function byStatus(
  status: number | undefined,
  text: string,
  retryAfterMs: number | undefined,
  said: string | undefined,
): Fault {
  const details = { status, said };
  if (status === 401 || status === 403) {
    return REFUSED.test(text) && !BAD_KEY.test(text) ? fault("refused", details) : fault("unauthorized", { status });
  }
  if (status === 429) return fault("rate_limited", { ...details, retryAfterMs });
  if (status === 408 || status === 504) return fault("timeout", { status, retryable: true });
  if (status === 404 || MODEL_MISSING.test(text)) return fault("model_missing", details);
  if (status === 413) return fault("context_too_long", { status });
  if (status !== undefined && status >= 500) return fault("server_error", { ...details, retryAfterMs });
  if (REFUSED.test(text)) return fault("refused", details);
  // Google answers a wrong key with 400; errors that come in mid-stream have no status at all.
  if (BAD_KEY.test(text)) return fault("unauthorized", { status });
  if (RATE_LIMITED.test(text)) return fault("rate_limited", { ...details, retryAfterMs });
  if (OVERLOADED.test(text)) return fault("server_error", details);
  if (status !== undefined && status >= 300 && status < 400) {
    return fault("bad_response", { status, reason: "it redirects to another address, which is not followed" });
  }
  if (status !== undefined && status >= 400) return fault("refused", details);
  return fault("bad_response", details);
}

type Details = {
  status?: number | undefined;
  /** The provider's own words, already made safe to show. */
  said?: string | undefined;
  reason?: string | undefined;
  retryable?: boolean;
  retryAfterMs?: number | undefined;
};

function fault(
  kind: ProviderFault,
  { status, said, reason, retryable = RETRYABLE.has(kind), retryAfterMs }: Details = {},
): Fault {
  const aside = [status, reason].filter((fact) => fact !== undefined).join(", ");
  const sentence = aside ? SENTENCES[kind].replace(/\.$/, ` (${aside}).`) : SENTENCES[kind];
  return {
    fault: kind,
    message: said ? `${sentence} It said: “${said}”` : sentence,
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(said && { said }),
  };
}

/** The sentence for a fault that was not thrown: an answer that ended without a word, for instance. */
export function faultSentence(kind: ProviderFault): string {
  return SENTENCES[kind];
}
