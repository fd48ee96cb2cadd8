import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { type ExtractionRequest, type Extractor, extractionRequestOf, extractorDesk } from "./extractor";
import { ChatRequest, completion, lastUserText, streamCompletion, toolRounds, until } from "./openai";
import { Reply, type ReplyInput, replyOf } from "./reply";
import { type MergeRequest, mergeRequestOf, type Summariser, SummaryReply, summariserDesk } from "./summariser";
import { replyByWords } from "./vocabulary";

/** One request as it came, and what became of its connection. Times are `Date.now()`. */
export type RecordedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** The text of the newest user message, "" where there is none and in requests for a summary. */
  userText: string;
  /** What a request for a summary is about; null for all others. */
  merge: MergeRequest | null;
  /** What a request for an extraction is about; null for all others. */
  extraction: ExtractionRequest | null;
  receivedAt: number;
  /** When the whole answer had been handed over. */
  answeredAt: number | null;
  /** When the client went away before that. */
  closedByClientAt: number | null;
};

export type Script = ReplyInput | ((request: ChatRequest, timesSeen: number) => ReplyInput | undefined);

export type ScriptedProvider = {
  /** For a provider's base URL: ends in /v1. */
  url: string;
  port: number;
  /** The newest 1,000 requests, oldest first. */
  requests: RecordedRequest[];
  /** Answers every request with this from now on; a function that returns undefined leaves it to the vocabulary, null forgets the script. */
  script(script: Script | null): void;
  /** Answers the requests for summaries, which neither the script nor the vocabulary sees. */
  summariser: Summariser;
  /** Answers the requests for what is worth remembering, which neither of them sees. */
  extractor: Extractor;
  close(): Promise<void>;
};

const KEPT_REQUESTS = 1_000;
export const SCRIPTED_MODELS = ["scripted-small", "scripted-large", "scripted-vision"];

const Rule = z.object({
  contains: z.string(),
  reply: z.union([z.string(), Reply]),
  times: z.number().int().optional(),
});

const Hurry = z.object({ contains: z.string() });

const SummaryRule = Rule.extend({ reply: SummaryReply });

/**
 * An OpenAI-compatible server that answers what it was told to, by script or by the words of the newest user message
 * (see vocabulary.ts), and remembers every request. Control routes, for tests in another process:
 * `GET /control/requests[?contains=]`, `DELETE /control/requests`, `POST /control/rules {contains, reply, times?}`, `DELETE /control/rules`,
 * and `POST /control/hurry {contains}`: the answers to such messages that are being written go on without waiting, and
 * it says how many they are;
 * for summaries `GET /control/merges[?contains=]`, `POST /control/summaries {contains, reply, times?}` and
 * `DELETE /control/summaries[?contains=]`, which also releases those that a rule holds.
 */
export async function startScriptedProvider({
  port = 0,
  apiKey,
}: {
  port?: number;
  apiKey?: string;
} = {}): Promise<ScriptedProvider> {
  const requests: RecordedRequest[] = [];
  const seen = new Map<string, number>();
  let rules: { contains: string; reply: Reply; left: number }[] = [];
  let script: Script | null = null;
  /** The answers that are being written, each with what hurries it. */
  const writing = new Map<RecordedRequest, AbortController>();
  const desk = summariserDesk();
  const extracting = extractorDesk();

  function choose(request: ChatRequest): Reply {
    const text = lastUserText(request);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    const rule = rules.find((candidate) => candidate.left > 0 && text.includes(candidate.contains));
    if (rule) {
      rule.left -= 1;
      return rule.reply;
    }
    const scripted = typeof script === "function" ? script(request, times) : script;
    return scripted === null || scripted === undefined
      ? replyByWords(text, times, toolRounds(request))
      : replyOf(scripted);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, source: string): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://scripted");
    if (pathname.startsWith("/control/")) {
      control(`${request.method} ${pathname}`, searchParams, source, response);
      return;
    }
    const parsed = ChatRequest.safeParse(source === "" ? undefined : JSON.parse(source));
    const merge = parsed.success ? mergeRequestOf(parsed.data) : null;
    const extraction = parsed.success ? extractionRequestOf(parsed.data) : null;
    const recorded: RecordedRequest = {
      method: request.method ?? "",
      path: pathname,
      headers: request.headers,
      body: source === "" ? null : JSON.parse(source),
      userText: parsed.success && !merge && !extraction ? lastUserText(parsed.data) : "",
      merge,
      extraction,
      receivedAt: Date.now(),
      answeredAt: null,
      closedByClientAt: null,
    };
    requests.push(recorded);
    if (requests.length > KEPT_REQUESTS) requests.shift();
    response.on("finish", () => {
      recorded.answeredAt = Date.now();
    });
    const hurry = new AbortController();
    writing.set(recorded, hurry);
    response.on("close", () => {
      writing.delete(recorded);
      if (recorded.answeredAt === null) recorded.closedByClientAt = Date.now();
    });

    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      sendReply(response, replyByWords("#fail 401", 1));
    } else if (request.method === "GET" && pathname === "/v1/models") {
      sendJson(response, 200, {
        object: "list",
        data: SCRIPTED_MODELS.map((id) => ({ id, object: "model", owned_by: "cadau" })),
      });
    } else if (request.method === "POST" && pathname === "/v1/chat/completions" && parsed.success) {
      const chosen = merge
        ? await desk.choose(merge, goneOf(response))
        : extraction
          ? await extracting.choose(extraction)
          : choose(parsed.data);
      if (response.destroyed) return;
      if (chosen.kind !== "answer") return sendReply(response, chosen);
      const id = `chatcmpl-${requests.length}`;
      if (parsed.data.stream) return streamCompletion(response, parsed.data, chosen, id, hurry.signal);
      await until(
        performance.now() + chosen.firstAfterMs + chosen.everyMs * Math.max(0, chosen.chunks.length - 1),
        response,
        hurry.signal,
      );
      if (chosen.ending === "cut") response.destroy();
      else if (chosen.ending === "garbage")
        response.writeHead(200, { "content-type": "application/json" }).end("<html>502 Bad Gateway</html>");
      else if (chosen.ending === "end") sendJson(response, 200, completion(parsed.data, chosen, id));
    } else {
      sendJson(response, 404, {
        error: {
          message: `Unknown request URL: ${request.method} ${pathname}`,
          type: "invalid_request_error",
          param: null,
          code: "unknown_url",
        },
      });
    }
  }

  function control(call: string, query: URLSearchParams, source: string, response: ServerResponse): void {
    if (call === "GET /control/requests") {
      const words = query.get("contains");
      sendJson(
        response,
        200,
        words === null ? requests : requests.filter((request) => request.userText.includes(words)),
      );
    } else if (call === "DELETE /control/requests") {
      requests.length = 0;
      seen.clear();
      sendJson(response, 200, {});
    } else if (call === "POST /control/rules") {
      const rule = Rule.parse(JSON.parse(source));
      const reply = typeof rule.reply === "string" ? replyOf(rule.reply) : rule.reply;
      // The newest rule wins.
      rules.unshift({ contains: rule.contains, reply, left: rule.times ?? Number.POSITIVE_INFINITY });
      sendJson(response, 200, {});
    } else if (call === "POST /control/hurry") {
      const { contains } = Hurry.parse(JSON.parse(source));
      const hurried = [...writing].filter(([request]) => request.userText.includes(contains));
      for (const [, hurry] of hurried) hurry.abort();
      sendJson(response, 200, { hurried: hurried.length });
    } else if (call === "DELETE /control/rules") {
      rules = [];
      sendJson(response, 200, {});
    } else if (call === "GET /control/merges") {
      const words = query.get("contains") ?? "";
      sendJson(
        response,
        200,
        requests.filter(({ merge }) => merge?.prompt.includes(words)),
      );
    } else if (call === "POST /control/summaries") {
      const { contains, reply, times } = SummaryRule.parse(JSON.parse(source));
      desk.addRule(contains, reply, times);
      sendJson(response, 200, {});
    } else if (call === "DELETE /control/summaries") {
      desk.dropRules(query.get("contains"));
      sendJson(response, 200, {});
    } else {
      sendJson(response, 404, { error: { message: `no such control route: ${call}` } });
    }
  }

  const server = createServer((request, response) => {
    readBody(request)
      .then((source) => answer(request, response, source))
      .catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else sendJson(response, 500, { error: { message: String(error), type: "scripted_provider_bug" } });
      });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", listening);
  });
  const bound = (server.address() as AddressInfo).port;

  return {
    url: `http://127.0.0.1:${bound}/v1`,
    port: bound,
    requests,
    script(next) {
      script = next;
    },
    summariser: desk.summariser,
    extractor: extracting.extractor,
    close() {
      return new Promise((closed, failed) => {
        server.close((error) => (error ? failed(error) : closed()));
        server.closeAllConnections();
      });
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Aborted when the client goes away, or has its answer. */
function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  return gone.signal;
}

/** A refusal, or nothing at all: a hanging request ends when its client goes away. */
function sendReply(response: ServerResponse, reply: Reply): void {
  if (reply.kind === "error") sendJson(response, reply.status, reply.body, reply.headers);
}

/** An address on this machine where nobody listens. */
export async function deadAddress(): Promise<string> {
  const { url, close } = await startScriptedProvider();
  await close();
  return url;
}
