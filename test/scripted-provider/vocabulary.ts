import { OVERFLOWS } from "./overflows";
import { inWords, type Reply, type ReplyInput, replyOf } from "./reply";

/**
 * What a user's message can ask of the scripted provider: the first line that starts with one of these words decides.
 *
 * | line                      | what happens                                                                              |
 * | ------------------------- | ----------------------------------------------------------------------------------------- |
 * | `#say TEXT`               | answers TEXT word by word                                                                 |
 * | `#slow 40x25 [100]`       | 40 chunks `w1 w2 …`, 25 ms apart, the first after 100 ms (0 when left out)                 |
 * | `#words 5000`             | that many words at once, without waiting                                                  |
 * | `#think TEXT`             | thinks TEXT (reasoning), then answers `Thought about it.`                                 |
 * | `#markdown`               | headings, a list, a table, code, a formula, Chinese                                       |
 * | `#tool NAME {json}`       | calls that tool; of several such lines one after the other, each once the one before is answered; then it tells the last result |
 * | `#calls [{name, input}]`  | the same with several calls at once                                                       |
 * | `#length`                 | a partial sentence, finish reason `length`                                                |
 * | `#refuse`                 | finish reason `content_filter`                                                            |
 * | `#fail 500`               | that status; 429 with `Retry-After` as in `#fail 429 2`; 401 and 404 in OpenAI's words     |
 * | `#flaky 2 500 TEXT`       | the first 2 requests with this very message fail with 500, then answers TEXT              |
 * | `#hang`                   | takes the request and never answers                                                       |
 * | `#silent`                 | headers, then nothing                                                                     |
 * | `#stall 5`                | 5 chunks, then nothing                                                                    |
 * | `#cut 5 [25]`             | 5 chunks (25 ms apart), then the socket is destroyed                                      |
 * | `#garbage 5`              | 5 chunks, then bytes that are no event                                                    |
 * | `#empty`                  | a proper answer with no text in it                                                        |
 * | `#toolong [openai]`       | refuses as too long, in the words of that provider (the names are in overflows.ts)        |
 * | anything else             | answers `You said: …` with the first 200 characters                                       |
 *
 * Requests for a summary (their system message begins with MERGE_OPENING) are not read for these words, since they hold
 * those of whole conversations. They are answered by the rules of `POST /control/summaries`, then by
 * `provider.summariser.script`, and else with the first words of each message:
 *
 * | reply                     | what happens                                                                              |
 * | ------------------------- | ----------------------------------------------------------------------------------------- |
 * | `"echo"`                  | all words of the old summary and of the messages                                          |
 * | `"hold"`                  | the plain summary, once it is released (`DELETE /control/summaries`, `script(null)`)       |
 * | another string            | that summary                                                                              |
 * | a Reply                   | what it says: an error, a tool call, a finish reason, a cut, …; see reply.ts              |
 */
export function replyByWords(message: string, timesSeen: number, { rounds, last } = { rounds: 0, last: "" }): Reply {
  const next = [...message.matchAll(/^#(tool|calls)[ \t]+(.*)$/gm)][rounds];
  if (rounds > 0) {
    const call = next && VOCABULARY[next[1] ?? ""]?.(next[2] ?? "", timesSeen);
    return replyOf(call ?? `The tools said: ${Array.from(last).slice(0, 300).join("")}`);
  }
  for (const [, word = "", rest = ""] of message.matchAll(/^#([a-z]+)(?:[ \t]+(.*))?$/gm)) {
    const reply = VOCABULARY[word]?.(rest.trim(), timesSeen);
    if (reply !== undefined) return replyOf(reply);
  }
  return replyOf(`You said: ${Array.from(message.trim()).slice(0, 200).join("")}`);
}

/** The numbers at the beginning: words after them, which make a message a test's own, may hold digits too. */
const numbers = (text: string) => (/^[\dx ]*/.exec(text)?.[0].match(/\d+/g) ?? []).map(Number);
const numbered = (count: number) => Array.from({ length: count }, (_, i) => (i === 0 ? "w1" : ` w${i + 1}`));
const answer = (rest: Partial<Extract<Reply, { kind: "answer" }>>): ReplyInput => ({ kind: "answer", ...rest });

const VOCABULARY: Record<string, (rest: string, timesSeen: number) => ReplyInput> = {
  say: (rest) => rest,
  slow(rest) {
    const [count = 40, everyMs = 25, firstAfterMs = 0] = numbers(rest);
    return answer({ chunks: numbered(count), everyMs, firstAfterMs });
  },
  words: (rest) => answer({ chunks: numbered(numbers(rest)[0] ?? 1_000) }),
  think: (rest) => answer({ reasoning: inWords(rest || "Let me see."), chunks: inWords("Thought about it.") }),
  markdown: () => answer({ chunks: inWords(MARKDOWN), everyMs: 2 }),
  tool(rest) {
    const [name = "lookup"] = rest.split(/\s/);
    const json = rest.slice(name.length).trim();
    return answer({ toolCalls: [{ id: "call_1", name, input: json ? JSON.parse(json) : {} }] });
  },
  calls(rest) {
    const calls: { name: string; input: Record<string, unknown> }[] = JSON.parse(rest);
    return answer({ toolCalls: calls.map((call, i) => ({ id: `call_${i + 1}`, ...call })) });
  },
  length: () => answer({ chunks: inWords("This answer stops in the middle of a"), finish: "length" }),
  refuse: () => answer({ finish: "content_filter" }),
  fail(rest) {
    const [status = 500, retryAfterS] = numbers(rest);
    return failure(status, retryAfterS);
  },
  flaky(rest, timesSeen) {
    const [times = 1, status = 500] = numbers(rest);
    const text = rest.replace(/^\d+(?:\s+\d+)?\s*/, "") || "Here at last.";
    return timesSeen <= times ? failure(status) : text;
  },
  hang: () => ({ kind: "hang" }),
  silent: () => answer({ ending: "silence" }),
  stall: (rest) => answer({ chunks: numbered(numbers(rest)[0] ?? 5), ending: "silence" }),
  cut(rest) {
    const [count = 5, everyMs = 0] = numbers(rest);
    return answer({ chunks: numbered(count), everyMs, ending: "cut" });
  },
  garbage: (rest) => answer({ chunks: numbered(numbers(rest)[0] ?? 0), ending: "garbage" }),
  empty: () => answer({}),
  toolong(rest) {
    const refusal = OVERFLOWS[rest || "openai"];
    return refusal ? { kind: "error", ...refusal } : `There is no overflow wording called ${rest}.`;
  },
};

/** The bodies that OpenAI sends with these statuses. */
export function failure(status: number, retryAfterS?: number): ReplyInput {
  const [message, code] = FAILURES[status] ?? [
    "The server had an error while processing your request. Sorry about that!",
    null,
  ];
  return {
    kind: "error",
    status,
    headers: retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) },
    body: { error: { message, type: status < 500 ? "invalid_request_error" : "server_error", param: null, code } },
  };
}

const FAILURES: Record<number, [message: string, code: string]> = {
  401: ["Incorrect API key provided: sk-test-****1234. You can find your API key in your account.", "invalid_api_key"],
  403: ["You are not allowed to use this model.", "permission_denied"],
  404: ["The model `missing` does not exist or you do not have access to it.", "model_not_found"],
  429: ["Rate limit reached for requests per min (RPM). Please try again later.", "rate_limit_exceeded"],
};

const MARKDOWN = `## A plan in three steps

1. **Collect** what was said.
2. *Sort* it by date.
3. Write it down, with \`code\` where it helps.

| Day | Runs | Share |
| --- | ---: | ---: |
| Monday | 12 | 40 % |
| 星期二 | 18 | 60 % |

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
\`\`\`

The area is $\\pi r^2$, and

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

> 引用也要好看：长对话里，每一句都还在。

- [x] done
- [ ] open, see [the list](https://example.org/list)
`;
