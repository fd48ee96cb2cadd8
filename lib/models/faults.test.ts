import { APICallError } from "@ai-sdk/provider";
import { fc, test } from "@fast-check/vitest";
import { RetryError } from "ai";
import { describe, expect, it } from "vitest";
import { PROVIDER_FAULTS } from "@/lib/errors";
import { OVERFLOWS } from "@/test/scripted-provider/overflows";
import { presentable } from "./evidence";
import { classifyFault } from "./faults";

function refusal(status: number, body: unknown, headers: Record<string, string> = {}): APICallError {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body);
  return new APICallError({
    message: "request failed",
    url: "https://api.example.org/v1/chat/completions?key=sk-secret-1234567890",
    requestBodyValues: { messages: [{ role: "user", content: "a private question" }] },
    statusCode: status,
    responseHeaders: headers,
    responseBody,
  });
}

function network(code: string, message = `connect ${code} 10.0.0.1:443`): Error {
  return new APICallError({
    message: `Cannot connect to API: ${message}`,
    url: "http://10.0.0.1/v1",
    requestBodyValues: {},
    cause: new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) }),
  });
}

describe("a conversation that is too long", () => {
  it.each(Object.entries(OVERFLOWS))("is known by the words of %s", (_name, { status, body }) => {
    expect(classifyFault(refusal(status, body))).toMatchObject({ fault: "context_too_long", retryable: false });
  });

  it.each(Object.entries(OVERFLOWS).filter(([name]) => name !== "anthropic-bytes"))(
    "is known by the words of %s in mid-stream, without a status",
    (_name, { body }) => {
      expect(classifyFault(JSON.stringify(body)).fault).toBe("context_too_long");
    },
  );

  it.each([
    "Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.",
    "Too many tokens, please wait before trying again.",
  ])("is not meant by: %s", (message) => {
    expect(classifyFault(refusal(429, { error: { message } })).fault).toBe("rate_limited");
  });

  it("is meant by a request that a whole minute's allowance cannot hold", () => {
    const message =
      "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 41000. The input or output tokens must be reduced in order to run successfully.";
    expect(classifyFault(refusal(429, { error: { message, code: "rate_limit_exceeded" } })).fault).toBe(
      "context_too_long",
    );
  });
});

describe("faults", () => {
  it.each([
    [401, { error: { message: "Incorrect API key provided", code: "invalid_api_key" } }, "unauthorized", false],
    [403, { error: { message: "Permission denied" } }, "unauthorized", false],
    [
      400,
      { error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } },
      "unauthorized",
      false,
    ],
    [404, { error: { message: "The model `x` does not exist", code: "model_not_found" } }, "model_missing", false],
    [400, { error: { message: "Model qwen-99 not found" } }, "model_missing", false],
    [429, { error: { message: "Too many requests" } }, "rate_limited", true],
    [429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }, "rate_limited", false],
    [402, { error: { message: "Insufficient Balance" } }, "rate_limited", false],
    [400, { error: { message: "Your credit balance is too low to access the API" } }, "rate_limited", false],
    [500, "<html>Internal Server Error</html>", "server_error", true],
    [503, { error: { message: "The server is overloaded" } }, "server_error", true],
    [529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "server_error", true],
    [504, "upstream timed out", "timeout", true],
    [400, { error: { message: "The response was filtered", code: "content_filter" } }, "refused", false],
    [
      400,
      { error: { code: "data_inspection_failed", message: "Output data may contain inappropriate content." } },
      "refused",
      false,
    ],
    [400, { error: { message: "Unsupported parameter: temperature" } }, "refused", false],
    [302, "", "bad_response", false],
    [200, "<html>Welcome to the captive portal</html>", "bad_response", false],
  ] as const)("%i %j is %s", (status, body, fault, retryable) => {
    expect(classifyFault(refusal(status, body))).toMatchObject({ fault, retryable });
  });

  it.each([
    ["ECONNREFUSED", "unreachable", true],
    ["EAI_AGAIN", "unreachable", true],
    ["ENOTFOUND", "unreachable", false],
    ["UND_ERR_CONNECT_TIMEOUT", "unreachable", true],
    ["ETIMEDOUT", "timeout", false],
    ["UND_ERR_BODY_TIMEOUT", "timeout", false],
    ["ECONNRESET", "cut_off", true],
    ["UND_ERR_SOCKET", "cut_off", true],
  ] as const)("%s is %s", (code, fault, retryable) => {
    expect(classifyFault(network(code))).toMatchObject({ fault, retryable });
  });

  it("looks into the list of addresses that were tried", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED ::1:11434"), { code: "ECONNREFUSED" });
    expect(classifyFault(new TypeError("fetch failed", { cause: new AggregateError([refused]) })).fault).toBe(
      "unreachable",
    );
  });

  it("looks at the last attempt when several were made", () => {
    const last = refusal(503, { error: { message: "busy" } });
    const error = new RetryError({ message: "Failed after 3 attempts", reason: "maxRetriesExceeded", errors: [last] });
    expect(classifyFault(error).fault).toBe("server_error");
  });

  it("takes a limit in time for what it is", () => {
    expect(classifyFault(new DOMException("too slow", "TimeoutError")).fault).toBe("timeout");
    expect(classifyFault(new Error("wrapped", { cause: new DOMException("gone", "AbortError") })).fault).toBe(
      "timeout",
    );
  });

  it("understands what providers send in mid-stream", () => {
    expect(classifyFault({ type: "overloaded_error", message: "Overloaded" })).toMatchObject({
      fault: "server_error",
      retryable: true,
    });
    expect(classifyFault("Rate limit exceeded, try later")).toMatchObject({ fault: "rate_limited" });
    expect(classifyFault(new TypeError("terminated"))).toMatchObject({ fault: "cut_off" });
  });

  it.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after": "86400" }, 600_000],
    [{ "retry-after": "-5" }, 0],
  ])("says how long to wait: %j", (headers, retryAfterMs) => {
    expect(classifyFault(refusal(429, { error: { message: "slow down" } }, headers))).toMatchObject({ retryAfterMs });
  });

  it("reads a date to wait for", () => {
    const at = new Date(Date.now() + 5_000).toUTCString();
    const { retryAfterMs } = classifyFault(refusal(503, "busy", { "retry-after": at }));
    expect(retryAfterMs).toBeGreaterThan(2_000);
    expect(retryAfterMs).toBeLessThanOrEqual(5_000);
  });

  test.prop([fc.anything()])("comes of anything that was thrown, in one sentence", (thrown) => {
    const { fault, message } = classifyFault(thrown);
    expect(PROVIDER_FAULTS).toContain(fault);
    expect(message).toMatch(/^[A-Z].*[.”]$/s);
  });

  it("does not go round in circles", () => {
    const error = new Error("a");
    error.cause = error;
    expect(classifyFault(error).fault).toBe("bad_response");
  });
});

describe("the sentence for people", () => {
  it("holds the provider's reason", () => {
    const { message } = classifyFault(refusal(400, { error: { message: "Unsupported parameter: temperature" } }));
    expect(message).toBe(
      "The model's provider refused the request (400). It said: “Unsupported parameter: temperature”",
    );
  });

  it("holds no key, address, stack or page of HTML", () => {
    const said =
      "Bad key sk-proj-abcDEF1234567890 at https://api.example.org/v1?key=hidden for org-AbCdEf123456\n    at fetch (/app/x.js:1:1)";
    const { message } = classifyFault(refusal(500, { error: { message: said } }));
    expect(message).not.toMatch(/sk-proj|hidden|org-AbC|app\/x\.js|private question|sk-secret/);
    expect(classifyFault(refusal(502, "<html><h1>Bad gateway</h1></html>")).message).toBe(
      "The model's provider has a fault of its own (502).",
    );
  });

  const key = fc
    .tuple(
      fc.constantFrom("sk-", "sk-ant-api03-", "sk-proj-", "AIza", "gsk_", "xai-", ""),
      fc.stringMatching(/^[a-z][0-9][A-Za-z0-9]{30,40}$/),
    )
    .map(([prefix, rest]) => prefix + rest);
  test.prop([key, fc.constantFrom("", " ", "'", '"', "(", ":", "=")])(
    "never holds a key that the provider repeated",
    (secret, quote) => {
      expect(presentable(`Invalid key ${quote}${secret}${quote} given`)).not.toContain(secret.slice(-12));
    },
  );
});
