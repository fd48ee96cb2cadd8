import { beforeAll, describe, expect, test } from "vitest";
import { makePerson, type Person, paramsOf, unknownIds } from "./support/access-world";
import { call, type Given } from "./support/call";
import { freshDatabase } from "./support/engine";
import { ODD_TEXTS } from "./support/odd-texts";
import { calls } from "./support/routes";

// What people, scripts and attackers send. Each answer is a problem that says what is wrong, or the thing itself
// kept faithfully; never a 5xx.

const all = (await calls()).map((found) => ({ ...found, name: `${found.method} ${found.path}` }));
const named = (name: string) => {
  const found = all.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`${name} is no call of the API`);
  return (given: Given) => call(found.handler, found.contract, given);
};

let me: Person;
beforeAll(async () => {
  await freshDatabase();
  me = await makePerson();
});

async function expectProblem(response: Response, status: number, code: string, path?: string): Promise<void> {
  const problem = (await response.json()) as { errors?: { path: string }[] };
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(problem).toMatchObject({ status, code, title: expect.any(String), type: `/docs#error-${code}` });
  expect(response.status).toBe(status);
  if (path !== undefined) expect(problem.errors?.map((issue) => issue.path)).toContain(path);
}

describe.each(all.filter(({ contract }) => contract.body))("the body of $name", ({ name, path, handler, contract }) => {
  const ask = (given: Given) => call(handler, contract, { params: paramsOf(me.ids, path), token: me.token, ...given });

  test.each(["{", '{"title":', "undefined", "\u0000", '{"a":1}{"b":2}', "[1,2", '"\\ud8"', "NaN"])(
    "malformed: %j",
    async (body) => {
      await expectProblem(await ask({ body }), 400, "invalid_input", "");
    },
  );
  test.each(["[]", '"text"', "7", "null", "true"])("no object: %s", async (body) => {
    await expectProblem(await ask({ body }), 400, "invalid_input", "");
  });
  test("of another media type", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      await expectProblem(await ask({ body: "{}", headers: { "content-type": type } }), 415, "unsupported_media_type");
    }
  });
  test("over the limit", async () => {
    await expectProblem(await ask({ body: `{"x":"${"a".repeat(8_388_609)}"}` }), 413, "body_too_large");
  });
  test("nested very deep", async () => {
    const body = `{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await ask({ body })).status, name).toBeLessThan(500);
  });
  test("with names that mean something to JavaScript", async () => {
    const body = '{"__proto__":{"title":7},"constructor":{"prototype":{"polluted":true}},"toString":1}';
    expect((await ask({ body })).status).toBeLessThan(500);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("ids", () => {
  const malformed = [
    "1",
    "null",
    "undefined",
    "%00",
    "' or 1=1 --",
    "../../etc/passwd",
    "0198c0de",
    "\u0000",
    "😀",
    "a".repeat(5_000),
    `${crypto.randomUUID()} `,
  ];
  test.each(all.filter(({ path }) => path.includes("{")))(
    "that are none are refused by $name",
    async ({ path, handler, contract }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      for (const id of malformed) {
        const params = Object.fromEntries(names.map((name) => [name, id]));
        const body = contract.body ? {} : undefined;
        await expectProblem(
          await call(handler, contract, { params, body, token: me.token }),
          400,
          "invalid_input",
          names[0],
        );
      }
    },
  );
  test("in a query are refused with their name", async () => {
    for (const id of malformed) {
      await expectProblem(
        await named("GET /chat/history")({ query: { session_id: id }, token: me.token }),
        400,
        "invalid_input",
        "session_id",
      );
    }
  });
  test("in another case are the same ids", async () => {
    const response = await named("GET /chat/sessions/{id}")({
      params: { id: me.ids.session.toUpperCase() },
      token: me.token,
    });
    expect(response.status).toBe(200);
  });
});

describe("limits and other query values", () => {
  test.each(["0", "-1", "201", "1.5", "1e9", "abc", "NaN", "Infinity", "99999999999999999999"])(
    "limit=%s is refused",
    async (limit) => {
      const query = { session_id: me.ids.session, limit };
      for (const [name, asked] of [
        ["GET /chat/history", query],
        ["GET /chat/history/turns", query],
        ["GET /chat/sessions", { limit }],
      ] as const) {
        await expectProblem(await named(name)({ query: asked, token: me.token }), 400, "invalid_input", "limit");
      }
    },
  );
  test("the ends of the range are taken", async () => {
    for (const limit of ["1", "200"]) {
      const response = await named("GET /chat/history")({
        query: { session_id: me.ids.session, limit },
        token: me.token,
      });
      expect(response.status).toBe(200);
    }
  });
  test("a parameter that is given twice is refused", async () => {
    const query = new URLSearchParams([
      ["session_id", me.ids.session],
      ["session_id", me.ids.session],
    ]);
    await expectProblem(
      await named("GET /chat/history")({ query, token: me.token }),
      400,
      "invalid_input",
      "session_id",
    );
  });
  test("a cursor together with around is refused", async () => {
    const query = { session_id: me.ids.session, cursor: "x", around: me.ids.message };
    await expectProblem(await named("GET /chat/history")({ query, token: me.token }), 400, "invalid_input", "around");
  });
});

describe("cursors", () => {
  type Page = { older_cursor: string | null; next_cursor: string | null };
  const history = (session: string, cursor?: string) =>
    named("GET /chat/history")({
      query: { session_id: session, limit: "1", ...(cursor && { cursor }) },
      token: me.token,
    });
  const cursorOf = async (response: Response): Promise<string> => {
    const { next_cursor } = (await response.json()) as Page;
    if (!next_cursor) throw new Error("this page should have had a cursor");
    return next_cursor;
  };

  test("of one's own list are taken", async () => {
    const cursor = await cursorOf(await history(me.ids.session));
    expect((await history(me.ids.session, cursor)).status).toBe(200);
  });
  test("of another conversation are refused", async () => {
    const cursor = await cursorOf(await history(me.ids.session));
    const branch = await named("POST /chat/sessions/{id}/fork")({
      params: { id: me.ids.session },
      body: { message_id: me.ids.message },
      token: me.token,
    });
    const { id } = (await branch.json()) as { id: string };
    await expectProblem(await history(id, cursor), 400, "invalid_cursor", "cursor");
  });
  test("of another list are refused", async () => {
    const cursor = await cursorOf(await history(me.ids.session));
    const turns = await named("GET /chat/history/turns")({
      query: { session_id: me.ids.session, cursor },
      token: me.token,
    });
    await expectProblem(turns, 400, "invalid_cursor", "cursor");
    await expectProblem(
      await named("GET /chat/sessions")({ query: { cursor }, token: me.token }),
      400,
      "invalid_cursor",
      "cursor",
    );
  });
  test("of another person's list are refused", async () => {
    const other = await makePerson();
    const make = named("POST /chat/sessions");
    await make({ body: { title: "One" }, token: me.token });
    const cursor = await cursorOf(await named("GET /chat/sessions")({ query: { limit: "1" }, token: me.token }));
    await expectProblem(
      await named("GET /chat/sessions")({ query: { limit: "1", cursor }, token: other.token }),
      400,
      "invalid_cursor",
      "cursor",
    );
  });
  test("that were changed by a character are refused", async () => {
    const cursor = await cursorOf(await history(me.ids.session));
    for (const i of [0, Math.floor(cursor.length / 2), cursor.length - 2]) {
      const changed = cursor.slice(0, i) + (cursor[i] === "A" ? "B" : "A") + cursor.slice(i + 1);
      await expectProblem(await history(me.ids.session, changed), 400, "invalid_cursor", "cursor");
    }
  });
  test.each(["x", "null", "=", "a.b", "a.b.c", "\u0000", "😀", "AAAA".repeat(200), "' or 1=1 --"])(
    "that are none are refused: %j",
    async (cursor) => {
      await expectProblem(await history(me.ids.session, cursor), 400, "invalid_cursor", "cursor");
    },
  );
});

describe("text", () => {
  test.each(ODD_TEXTS)("%s is kept as it is, in titles", async (_, text) => {
    const created = await named("POST /chat/sessions")({ body: { title: text }, token: me.token });
    expect(created.status).toBe(201);
    const { id, title } = (await created.json()) as { id: string; title: string };
    expect(title).toBe(text);
    const read = await named("GET /chat/sessions/{id}")({ params: { id }, token: me.token });
    expect(await read.json()).toMatchObject({ title: text });
  });

  test.each(["\u0000", "a\u0000b", "\uD800", "\uDC00a", "ok \uDBFF"])(
    "%j cannot be kept, and is refused by its field",
    async (text) => {
      // As escapes, for a lone surrogate cannot stand in UTF-8.
      const body = (value: object) => JSON.stringify(value);
      const create = named("POST /chat/sessions");
      await expectProblem(
        await create({ body: body({ title: text }), token: me.token }),
        400,
        "invalid_input",
        "title",
      );
      const send = named("POST /chat/send");
      const message = { session_id: me.ids.session, message: { text }, stream: false };
      await expectProblem(await send({ body: body(message), token: me.token }), 400, "invalid_input", "message.text");
      const parts = {
        session_id: me.ids.session,
        message: {
          parts: [
            { type: "text", text: "a" },
            { type: "text", text },
          ],
        },
        stream: false,
      };
      await expectProblem(
        await send({ body: body(parts), token: me.token }),
        400,
        "invalid_input",
        "message.parts.1.text",
      );
    },
  );
  test("a byte order mark at the start is not part of it", async () => {
    const created = await named("POST /chat/sessions")({ body: { title: "\uFEFFTitle" }, token: me.token });
    expect(await created.json()).toMatchObject({ title: "Title" });
  });
  test("NUL in a search is refused", async () => {
    await expectProblem(
      await named("GET /chat/sessions")({ query: { q: "a\u0000" }, token: me.token }),
      400,
      "invalid_input",
      "q",
    );
  });
  test.each(ODD_TEXTS)("%s can be searched for in titles and questions", async (_, text) => {
    const q = [...text].slice(0, 40).join("");
    expect((await named("GET /chat/sessions")({ query: { q }, token: me.token })).status).toBe(200);
    expect(
      (await named("GET /chat/history/turns")({ query: { session_id: me.ids.session, q }, token: me.token })).status,
    ).toBe(200);
  });
});

describe("messages", () => {
  const send = named("POST /chat/send");
  /** Sends to a new conversation and reads the question back from the history. */
  async function kept(text: string): Promise<string> {
    const response = await send({ body: { message: { text }, stream: false }, token: me.token });
    expect(response.status).toBe(200);
    const { session_id } = (await response.json()) as { session_id: string };
    const page = await named("GET /chat/history")({ query: { session_id }, token: me.token });
    const { messages } = (await page.json()) as { messages: { role: string; text: string; id: string }[] };
    const question = messages.find(({ role }) => role === "user");
    const whole = await named("GET /chat/messages/{id}")({ params: { id: question?.id ?? "" }, token: me.token });
    expect(await whole.json()).toMatchObject({ text: question?.text });
    return question?.text ?? "";
  }

  test.each([
    ...ODD_TEXTS,
    ["10,000 joined emoji", "👩‍❤️‍💋‍👨".repeat(10_000 / 4)],
    ["a paragraph of right-to-left text", "مرحبا \u202Babc\u202C שלום ".repeat(50)],
  ])("%s is kept as it is", async (_, text) => {
    expect(await kept(text)).toBe(text);
  });

  test("a line of a megabyte is kept, or refused with the two numbers", async () => {
    const response = await send({ body: { message: { text: "x".repeat(1_048_576) }, stream: false }, token: me.token });
    if (response.status !== 200) await expectProblem(response, 413, "message_too_large");
    else await response.text();
  });

  test.each([
    ["neither text nor parts", { message: {} }, "message.text"],
    ["both", { message: { text: "a", parts: [{ type: "text", text: "a" }] } }, "message.text"],
    ["blanks", { message: { text: " \n\t\u3000" } }, "message.text"],
    ["no parts", { message: { parts: [] } }, "message.parts"],
    ["a part of another kind", { message: { parts: [{ type: "source", url: "x" }] } }, "message.parts.0.type"],
    ["a file that is none of ours", { message: { parts: [{ type: "file", url: "x" }] } }, "message.parts.0.url"],
    ["a number", { message: { text: 7 } }, "message.text"],
    ["a message that is a list", { message: [] }, "message"],
    ["an id that is none", { message: { id: "7", text: "a" } }, "message.id"],
    ["stream that is a word", { message: { text: "a" }, stream: "no" }, "stream"],
  ])("%s is refused by its path", async (_, body, path) => {
    await expectProblem(await send({ body, token: me.token }), 400, "invalid_input", path);
  });
  test("a model that is not on offer is refused", async () => {
    await expectProblem(
      await send({ body: { message: { text: "a" }, model: "nobody:nothing" }, token: me.token }),
      400,
      "unknown_model",
    );
  });
  test("a conversation that is not there is not found, and none is made", async () => {
    const body = { session_id: unknownIds().session, message: { text: "a" } };
    await expectProblem(await send({ body, token: me.token }), 404, "not_found");
  });
});
