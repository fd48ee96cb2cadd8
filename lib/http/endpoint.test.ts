import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { AppError, type ErrorCode, type ErrorDetails } from "@/lib/errors";
import { contract, Text } from "./contract/common";
import { endpoint } from "./endpoint";

// Calls for everybody, so that no database is needed: who may call what is in test/access-matrix.db.test.ts.
const note = contract({
  method: "POST",
  path: "/notes/{id}",
  access: null,
  summary: "For the tests",
  params: z.object({ id: z.uuid() }),
  query: z.object({ limit: z.coerce.number().int().max(9).default(3), q: z.string().optional() }),
  body: z.object({ note: z.object({ text: Text(20) }), tags: z.array(z.string()).optional() }),
  response: z.object({ id: z.string(), limit: z.number(), text: z.string() }),
  status: 201,
});
const POST = endpoint(note, ({ params, query, body }) => ({ id: params.id, limit: query.limit, text: body.note.text }));

const id = "0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24";
const json = { "content-type": "application/json" };
type Given = { id?: string; query?: string; body?: BodyInit; headers?: Record<string, string> };

async function post({ id: given = id, query = "", body = '{"note":{"text":"hi"}}', headers = json }: Given = {}) {
  const request = new Request(`http://localhost/api/v1/notes/${given}${query}`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  const response = await POST(request, { params: Promise.resolve({ id: given }) });
  return { response, answer: (await response.json()) as Record<string, unknown> };
}
const codeOf = async (given: Given) => (await post(given)).answer.code;
const issuesOf = async (given: Given) => (await post(given)).answer.errors;

test("answers what the handler returns, with the status of the contract", async () => {
  const { response, answer } = await post({ query: "?limit=5" });
  expect(response.status).toBe(201);
  expect(answer).toEqual({ id, limit: 5, text: "hi" });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("names every request, and never by what the caller says", async () => {
  const first = await post({ headers: { ...json, "x-request-id": "mine" } });
  const second = await post();
  const ids = [first, second].map(({ response }) => response.headers.get("x-request-id"));
  expect(new Set([...ids, "mine"]).size).toBe(3);
});

describe("input", () => {
  test.each([
    ["a parameter", { id: "7" }, "id"],
    ["a query value", { query: "?limit=10" }, "limit"],
    ["a query value of another kind", { query: "?limit=many" }, "limit"],
    ["a member of the body, by its dotted path", { body: '{"note":{"text":7}}' }, "note.text"],
    ["an element of a list", { body: '{"note":{"text":"a"},"tags":["b",1]}' }, "tags.1"],
    ["a missing member", { body: '{"note":{}}' }, "note.text"],
    ["a body that is no object", { body: "[]" }, ""],
    ["NUL in text", { body: '{"note":{"text":"a\\u0000b"}}' }, "note.text"],
    ["a lone surrogate in text", { body: '{"note":{"text":"\\ud800"}}' }, "note.text"],
  ])("refuses %s with its path", async (_, given, path) => {
    const { response, answer } = await post(given);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(answer).toMatchObject({ code: "invalid_input", errors: [{ path }] });
  });

  test("refuses a query parameter that is given twice", async () => {
    expect(await issuesOf({ query: "?limit=1&limit=2" })).toEqual([
      { path: "limit", message: "must be given only once" },
    ]);
  });

  test("takes an empty query parameter for an absent one", async () => {
    expect((await post({ query: "?limit=&q=" })).answer.limit).toBe(3);
  });

  test.each(["{", '{"note":', "nothing", "{'note':1}", '{"note":{"text":"a"}} trailing'])(
    "calls %j malformed",
    async (body) => {
      expect(await issuesOf({ body })).toEqual([{ path: "", message: "The body is not valid JSON." }]);
    },
  );

  test("refuses bytes that are not UTF-8", async () => {
    expect(await issuesOf({ body: new Uint8Array([0x22, 0xff, 0x22]) })).toEqual([
      { path: "", message: "The body is not UTF-8." },
    ]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "multipart/form-data; boundary=x",
  ])("refuses a body of type %s", async (type) => {
    expect(await codeOf({ headers: { "content-type": type } })).toBe("unsupported_media_type");
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=utf-8"])(
    "takes %s",
    async (type) => {
      expect((await post({ headers: { "content-type": type } })).response.status).toBe(201);
    },
  );

  test("asks for a body where none came", async () => {
    expect(await issuesOf({ body: "" })).toEqual([{ path: "", message: "A JSON body is needed." }]);
  });

  test("does without a body where nothing in it is required", async () => {
    const relaxed = contract({
      method: "POST",
      path: "/relaxed",
      access: null,
      summary: "For the tests",
      body: z.object({ title: z.string().optional() }),
      response: z.object({ title: z.string() }),
    });
    const handler = endpoint(relaxed, ({ body }) => ({ title: body.title ?? "none" }));
    const response = await handler(new Request("http://localhost/", { method: "POST" }), {
      params: Promise.resolve({}),
    });
    expect(await response.json()).toEqual({ title: "none" });
  });
});

describe("the size of a body", () => {
  const limit = 8_388_608;

  test("is counted while it comes, whatever length was declared", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const { response, answer } = await post({ body });
    expect(response.status).toBe(413);
    expect(answer).toMatchObject({ code: "body_too_large", limit_bytes: limit });
    expect(sent).toBeLessThan(limit + 4 * 65_536);
  });

  test("is refused by its declared length, before anything is read", async () => {
    const { response } = await post({ headers: { ...json, "content-length": String(limit + 1) } });
    expect(response.status).toBe(413);
  });

  test("may be as large as the limit", async () => {
    const start = '{"note":{"text":"hi"}';
    const { response } = await post({ body: `${start}${" ".repeat(limit - start.length - 1)}}` });
    expect(response.status).toBe(201);
  });
});

describe("failures", () => {
  const plain = contract({
    method: "GET",
    path: "/fails",
    access: null,
    summary: "For the tests",
    response: z.object({ n: z.number() }),
  });
  const answerTo = async (thrown: unknown) => {
    const handler = endpoint(plain, () => Promise.reject(thrown));
    const response = await handler(new Request("http://localhost/"), { params: Promise.resolve({}) });
    return { response, answer: (await response.json()) as Record<string, unknown> };
  };
  const failure = <C extends ErrorCode>(code: C, details: ErrorDetails[C]) => answerTo(new AppError(code, details));

  test("say when to come back", async () => {
    const { response } = await failure("rate_limited", { retry_after_s: 12.2 });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "13"]);
  });

  test("carry the facts of what happened", async () => {
    const { response, answer } = await failure("message_too_large", { runes: 120, limit_runes: 96 });
    expect(response.status).toBe(413);
    expect(answer).toMatchObject({ code: "message_too_large", runes: 120, limit_runes: 96 });
  });

  test("say how to sign in", async () => {
    const { response } = await failure("unauthenticated", {});
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="cadau"']);
  });

  test("that nobody expected tell nothing of themselves", async () => {
    const { response, answer } = await answerTo(new Error("password=hunter2 at /srv/app"));
    expect(response.status).toBe(500);
    expect(answer).toEqual({
      type: "/docs#error-internal_error",
      title: "Something went wrong here.",
      status: 500,
      code: "internal_error",
    });
  });

  test("include an answer that breaks its contract, while testing", async () => {
    const handler = endpoint(plain, () => ({ n: "one" }) as unknown as { n: number });
    expect((await handler(new Request("http://localhost/"), { params: Promise.resolve({}) })).status).toBe(500);
  });
});

describe("types", () => {
  test("a handler is given what its contract takes", () => {
    endpoint(note, ({ actor, params, query, body }) => {
      expectTypeOf(actor).toEqualTypeOf<null>();
      expectTypeOf(params).toEqualTypeOf<{ id: string }>();
      expectTypeOf(query).toEqualTypeOf<{ limit: number; q?: string | undefined }>();
      expectTypeOf(body.tags).toEqualTypeOf<string[] | undefined>();
      return { id: params.id, limit: query.limit, text: "" };
    });
  });

  test("and nothing else", () => {
    const bare = contract({ method: "GET", path: "/bare", access: "read", summary: "", response: z.object({}) });
    endpoint(bare, ({ actor, params, query, body }) => {
      expectTypeOf(actor).toEqualTypeOf<Actor>();
      expectTypeOf([params, query, body] as const).toEqualTypeOf<readonly [undefined, undefined, undefined]>();
      return {};
    });
  });
});
