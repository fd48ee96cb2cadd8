import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { makePerson, type Person, unknownIds } from "./support/access-world";
import { call, type Given } from "./support/call";
import { freshDatabase } from "./support/engine";
import { ODD_TEXTS } from "./support/odd-texts";
import { calls } from "./support/routes";

// The same for agents and their memory: what is wrong is said with its place; what can be kept is kept faithfully.

const all = (await calls()).map((found) => ({ ...found, name: `${found.method} ${found.path}` }));
let me: Person;
beforeAll(async () => {
  await freshDatabase();
  me = await makePerson();
});

async function ask(name: string, given: Given = {}): Promise<Response> {
  const found = all.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`${name} is no call of the API`);
  const params = { id: me.ids.agent, entry_id: me.ids.entry, date: "2026-03-02", ...given.params };
  return await call(found.handler, found.contract, { token: me.token, ...given, params });
}

type Problem = { code: string; detail?: string; errors?: { path: string; message: string }[] };
async function expectProblem(response: Response, status: number, code: string, path?: string): Promise<Problem> {
  const problem = (await response.json()) as Problem;
  expect(problem).toMatchObject({ status, code });
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  if (path !== undefined) {
    expect(problem.errors?.map((issue) => issue.path)).toContain(path);
    // A sentence for whoever wrote the program, not a name of ours.
    expect(problem.detail).toMatch(/[a-z] [a-z]/i);
  }
  return problem;
}
const ok = async <T>(response: Response): Promise<T> => {
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as T;
};

const UNKEPT = ["\u0000", "a\u0000b", "\uD800", "ok \uDBFF"];
const AGENTS = "GET /agents";
const NOTE = "PATCH /agents/{id}/memory/notes/{date}";
const ENTRY = "PATCH /agents/{id}/memory/entries/{entry_id}";
const IMPORT = "POST /agents/{id}/memory/import";

describe("an agent", () => {
  test.each([
    ["a name that is a number", { name: 7 }, "name"],
    ["a blank name", { name: " \u3000" }, "name"],
    ["a long name", { name: "𝄞".repeat(81) }, "name"],
    ["two emoji", { emoji: "🧭🧭" }, "emoji"],
    ["a word for an emoji", { emoji: "compass" }, "emoji"],
    ["a picture elsewhere", { picture: "https://example.org/a.png" }, "picture"],
    ["a picture that is none", { picture: `data:image/png;base64,${btoa("<svg onload=alert(1)>")}` }, "picture"],
    ["a picture that is too large", { picture: `data:image/png;base64,${"A".repeat(140_000)}` }, "picture"],
    ["long instructions", { instructions: "x".repeat(20_001) }, "instructions"],
    ["instructions that are a list", { instructions: [] }, "instructions"],
    ["a model without a provider", { model: "gpt" }, "model"],
    ["a visibility of its own", { visibility: "public" }, "visibility"],
    ["seven questions", { opening_questions: Array(7).fill("Why?") }, "opening_questions"],
    ["a blank question", { opening_questions: ["Why?", " "] }, "opening_questions.1"],
    ["one question alone", { opening_questions: "Why?" }, "opening_questions"],
    ["settings that are a list", { config_json: [] }, "config_json"],
    ["a switch of a tool that is none", { config_json: { tools: { shell: "on" } } }, "config_json.tools"],
    ["a way that no switch stands", { config_json: { tools: { web_fetch: "maybe" } } }, "config_json.tools.web_fetch"],
    [
      "asking where nothing is to be asked",
      { config_json: { tools: { file_read: "ask" } } },
      "config_json.tools.file_read",
    ],
    ["switches that are a word", { config_json: { tools: "on" } }, "config_json.tools"],
    ["a toggle that is a word", { config_json: { memory_auto_append: "yes" } }, "config_json.memory_auto_append"],
    [
      "settings that are very deep",
      { config_json: JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`) },
      "config_json",
    ],
    ["settings that are very long", { config_json: { a: "x".repeat(20_000) } }, "config_json"],
  ])("with %s is refused by its path", async (_, body, path) => {
    await expectProblem(await ask("POST /agents", { body: { name: "A", ...body } }), 400, "invalid_input", path);
    await expectProblem(await ask("PATCH /agents/{id}", { body }), 400, "invalid_input", path);
  });
  test("with a model that is not on offer is refused", async () => {
    await expectProblem(await ask("POST /agents", { body: { name: "A", model: "no:such" } }), 400, "unknown_model");
  });
  test.each(UNKEPT)("with %j in any text is refused by its field", async (text) => {
    for (const [body, path] of [
      [{ name: text }, "name"],
      [{ instructions: text }, "instructions"],
      [{ opening_questions: [text] }, "opening_questions.0"],
      [{ config_json: { mine: [text] } }, "config_json"],
      [{ config_json: { [text]: 1 } }, "config_json"],
    ] as const) {
      const response = await ask("PATCH /agents/{id}", { body: JSON.stringify(body) });
      await expectProblem(response, 400, "invalid_input", path);
    }
  });
  test.each(ODD_TEXTS)("keeps %s as it is", async (_, text) => {
    const name = Array.from(text).slice(0, 70).join("");
    const body = { name, instructions: text, config_json: { mine: { text, n: [1, null, true] } } };
    const made = await ok<{ id: string }>(await ask("POST /agents", { body }));
    const read = await ok<object>(await ask("GET /agents/{id}", { params: { id: made.id } }));
    expect(read).toMatchObject({ ...body, name: name.trim() });
  });
  test("keeps the keys of its settings that nobody here knows", async () => {
    const made = await ok<{ id: string }>(
      await ask("POST /agents", {
        body: { name: "A", config_json: { theirs: { deep: [1] }, memory_auto_append: true } },
      }),
    );
    const change = (config_json: object) => ask("PATCH /agents/{id}", { params: made, body: { config_json } });
    await ok(await change({ memory_auto_append: null, other: "x" }));
    const { config_json } = await ok<{ config_json: object }>(await change({ memory_auto_extract: false }));
    expect(config_json).toEqual({ theirs: { deep: [1] }, other: "x", memory_auto_extract: false });
  });
  test.each(["0", "-1", "201", "1.5", "abc", "99999999999999999999"])("limit=%s is refused", async (limit) => {
    for (const name of [AGENTS, "GET /agents/{id}/memory/entries", "GET /agents/{id}/memory/search"]) {
      await expectProblem(await ask(name, { query: { q: "a", limit } }), 400, "invalid_input", "limit");
    }
  });
  test.each(["x", "AAAA".repeat(200), "\u0000", "😀"])("the cursor %j is refused", async (cursor) => {
    for (const name of [AGENTS, "GET /agents/{id}/memory/entries"]) {
      await expectProblem(await ask(name, { query: { cursor } }), 400, "invalid_cursor", "cursor");
    }
  });
});

describe("a note", () => {
  test.each([
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-3-2",
    "02.03.2026",
    "today",
    "2026-03-02.md",
    "2026-03-02/../2026-03-03",
    "../entries/a",
    "%2e%2e",
    "\u0000",
    "٢٠٢٦-٠٣-٠٢",
    "9".repeat(5_000),
    " 2026-03-02",
  ])("of %j is refused: it is no day", async (date) => {
    const body = { text: "a", base_hash: null };
    await expectProblem(await ask(NOTE, { params: { date }, body }), 400, "invalid_input", "date");
    const read = await ask("GET /agents/{id}/memory/notes/{date}", { params: { date } });
    await expectProblem(read, 400, "invalid_input", "date");
    const list = await ask("GET /agents/{id}/memory/notes", { query: { from: date } });
    await expectProblem(list, 400, "invalid_input", "from");
  });
  test.each([
    ["no text", { base_hash: null }, "text"],
    ["a text that is a list", { text: [], base_hash: null }, "text"],
    ["a text that is too long", { text: "x".repeat(2_000_001), base_hash: null }, "text"],
    ["no hash", { text: "a" }, "base_hash"],
    ["a hash that is none", { text: "a", base_hash: "abc" }, "base_hash"],
    ["a hash in capitals", { text: "a", base_hash: "A".repeat(64) }, "base_hash"],
    ["NUL", { text: "a\u0000", base_hash: null }, "text"],
    ["half a character", { text: "\uD83D", base_hash: null }, "text"],
  ])("with %s is refused by its path", async (_, body, path) => {
    await expectProblem(await ask(NOTE, { body }), 400, "invalid_input", path);
  });
  test("over another one than was read is refused, and stays", async () => {
    const before = await ok<{ text: string }>(await ask("GET /agents/{id}/memory/notes/{date}"));
    for (const base_hash of [null, "0".repeat(64)]) {
      await expectProblem(await ask(NOTE, { body: { text: "mine", base_hash } }), 409, "file_changed");
    }
    const body = { text: "mine", base_hash: "0".repeat(64) };
    await expectProblem(await ask(NOTE, { params: { date: "2020-01-01" }, body }), 409, "file_changed");
    expect(await ok(await ask("GET /agents/{id}/memory/notes/{date}"))).toEqual(before);
  });
  test.each(ODD_TEXTS)("keeps %s as it is", async (_, text) => {
    const params = { date: "2026-03-09" };
    const body = { text: `a${text}`, base_hash: null };
    const saved = await ok<{ hash: string }>(await ask(NOTE, { params, body }));
    expect(await ok(await ask("GET /agents/{id}/memory/notes/{date}", { params }))).toMatchObject({ text: `a${text}` });
    await ok(await ask(NOTE, { params, body: { text: "", base_hash: saved.hash } }));
  });
  test("of another's agent is as unknown as one of nobody's", async () => {
    for (const id of [unknownIds().agent, (await makePerson()).ids.agent]) {
      const read = await ask("GET /agents/{id}/memory/notes/{date}", { params: { id } });
      await expectProblem(read, 404, "not_found");
      const body = { text: "a", base_hash: null };
      await expectProblem(await ask(NOTE, { params: { id }, body }), 404, "not_found");
    }
  });
});

describe("an entry", () => {
  test.each([
    ["a blank title", { title: " " }, "title"],
    ["a title that is a number", { title: 7 }, "title"],
    ["a long title", { title: "x".repeat(201) }, "title"],
    ["a long text", { title: "a", body: "x".repeat(100_001) }, "body"],
    ["a kind of its own", { title: "a", kind: "rumour" }, "kind"],
    ["tags that are a word", { title: "a", tags: "drinks" }, "tags"],
    ["many tags", { title: "a", tags: Array(21).fill("t") }, "tags"],
    ["a blank tag", { title: "a", tags: ["t", " "] }, "tags.1"],
    ["a long tag", { title: "a", tags: ["x".repeat(61)] }, "tags.0"],
    ["pinned as a word", { title: "a", pinned: "yes" }, "pinned"],
    ["NUL in its title", { title: "a\u0000" }, "title"],
    ["half a character in its text", { title: "a", body: "\uDC00" }, "body"],
    ["NUL in a tag", { title: "a", tags: ["\u0000"] }, "tags.0"],
  ])("with %s is refused by its path", async (_, body, path) => {
    await expectProblem(await ask("POST /agents/{id}/memory/entries", { body }), 400, "invalid_input", path);
    await expectProblem(await ask(ENTRY, { body }), 400, "invalid_input", path);
  });
  test.each(ODD_TEXTS)("keeps %s", async (_, text) => {
    const body = {
      title: `a${text}z`.slice(0, 200),
      body: `a${text}z`,
      tags: [`a${text}z`.slice(0, 60).toWellFormed()],
    };
    const made = await ok<{ id: string }>(await ask("POST /agents/{id}/memory/entries", { body }));
    const params = { entry_id: made.id };
    const read = await ok(await ask("GET /agents/{id}/memory/entries/{entry_id}", { params }));
    // A title is a line.
    expect(read).toMatchObject({ ...body, title: body.title.replace(/\s+/gu, " ") });
    const found = await ask("GET /agents/{id}/memory/search", { query: { q: text.slice(0, 100).toWellFormed() } });
    expect(found.status).toBe(200);
    await ok(await ask("DELETE /agents/{id}/memory/entries/{entry_id}", { params }));
    await expectProblem(await ask("GET /agents/{id}/memory/entries/{entry_id}", { params }), 404, "not_found");
  });
  test.each([
    ["nothing", ""],
    ["no front matter", "just words"],
    ["no YAML", "---\n{a: [\n---\n"],
    ["no title", "---\nkind: fact\n---\n"],
    ["a list for a title", "---\ntitle: [a]\n---\n"],
    ["an id that is none", "---\ntitle: a\nid: ../../x\n---\n"],
    ["a day that is none", "---\ntitle: a\ncreated: 2026-02-30T99:00\n---\n"],
    ["an alias of nothing", "---\ntitle: *x\n---\n"],
    ["aliases that multiply", `---\ntitle: a\n${aliasBomb()}\n---\n`],
    ["a title with NUL", '---\ntitle: "a\\0b"\n---\n'],
    ["a title with half a character", '---\ntitle: "a\\uD800b"\n---\n'],
    ["a tag with NUL", '---\ntitle: a\ntags: ["\\0"]\n---\n'],
  ])("whose whole file has %s is refused by its path", async (_, raw) => {
    const { hash } = await ok<{ hash: string }>(await ask("GET /agents/{id}/memory/entries/{entry_id}"));
    await expectProblem(await ask(ENTRY, { body: { raw, base_hash: hash } }), 400, "invalid_input", "raw");
  });
  test("whose whole file has the id of another is refused by its path", async () => {
    const other = await ok<{ id: string }>(await ask("POST /agents/{id}/memory/entries", { body: { title: "Other" } }));
    const { hash } = await ok<{ hash: string }>(await ask("GET /agents/{id}/memory/entries/{entry_id}"));
    const raw = `---\nid: ${other.id}\ntitle: Mine\n---\n`;
    await expectProblem(await ask(ENTRY, { body: { raw, base_hash: hash } }), 400, "invalid_input", "raw");
    expect(await ok(await ask("GET /agents/{id}/memory/entries/{entry_id}"))).toMatchObject({ hash });
  });
  test("is written as a whole only over what was read", async () => {
    const raw = "---\ntitle: b\n---\n";
    await expectProblem(await ask(ENTRY, { body: { raw } }), 400, "invalid_input", "base_hash");
    await expectProblem(await ask(ENTRY, { body: { raw, base_hash: "0".repeat(64) } }), 409, "file_changed");
    await expectProblem(await ask(ENTRY, { body: { title: "b", base_hash: "0".repeat(64) } }), 409, "file_changed");
  });
  test.each([
    ["q", "\u0000"],
    ["q", "x".repeat(201)],
    ["tag", "\u0000"],
    ["kind", "rumour"],
    ["pinned", "maybe"],
    ["problem", "1"],
  ])("is not looked for by %s=%j", async (name, value) => {
    const response = await ask("GET /agents/{id}/memory/entries", { query: { [name]: value } });
    await expectProblem(response, 400, "invalid_input", name);
  });
});

describe("an archive", () => {
  const bring = (
    zip: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { "content-type": "application/zip" },
  ) => ask(IMPORT, { bytes: zip, headers });
  type Report = { added: number; refused: { name: string; reason: string }[] };

  test.each([
    ["nothing", new Uint8Array()],
    ["words", strToU8("no archive")],
    ["half an archive", zipSync({ "2026-03-11.md": strToU8("x".repeat(5_000)) }).subarray(0, 100)],
    ["an archive with its list cut off", zipSync({ "2026-03-11.md": strToU8("x".repeat(5_000)) }).subarray(0, -10)],
  ])("that is %s is refused", async (_, zip) => {
    const { detail } = await expectProblem(await bring(new Uint8Array(zip)), 400, "invalid_input", "");
    expect(detail).toContain("zip");
  });
  test("under another media type is refused with the one to send", async () => {
    for (const type of ["text/plain", "application/json", "multipart/form-data"]) {
      const problem = await expectProblem(
        await bring(zipSync({}), { "content-type": type }),
        415,
        "unsupported_media_type",
      );
      expect(problem.detail).toContain("application/zip");
    }
  });
  test("that says to be huge is refused before it is read", async () => {
    const headers = { "content-type": "application/zip", "content-length": "999999999999" };
    await expectProblem(await bring(zipSync({}), headers), 413, "body_too_large");
  });
  test.each([
    "../2026-03-12.md",
    "/2026-03-12.md",
    "entries/../2026-03-12.md",
    "entries\\a.md",
    "C:\\a.md",
    "2026-02-30.md",
    "entries/a\u0000.md",
    "entries/.hidden.md",
    `entries/${"a".repeat(300)}.md`,
    "a.sh",
  ])("with %j takes in the others and names this one", async (name) => {
    const zip = zipSync({ [name]: strToU8("---\ntitle: a\n---\n"), "2026-03-12.md": strToU8("kept") });
    const report = await ok<Report>(await bring(zip));
    expect(report.refused).toEqual([{ name: name.slice(0, 200), reason: "bad_name" }]);
  });
  test("that unpacks to more than may be kept is told so by file", async () => {
    const bomb = zipSync({ "entries/a.md": new Uint8Array(30_000_000), "2026-03-13.md": new Uint8Array(30_000_000) });
    const { added, refused } = await ok<Report>(await bring(bomb));
    expect({ added, reasons: refused.map(({ reason }) => reason) }).toEqual({
      added: 0,
      reasons: ["too_large", "too_large"],
    });
  });
  test("that lies about a file’s size takes no more than it says", async () => {
    const zip = zipSync({ "2026-03-14.md": strToU8("y".repeat(3_000_000)) });
    // The size in the list at the archive's end, and in the file's own head.
    const view = new DataView(zip.buffer, zip.byteOffset);
    for (let at = 0; at + 30 < zip.length; at++) {
      const signature = view.getUint32(at, true);
      if (signature === 0x04034b50) view.setUint32(at + 22, 10, true);
      if (signature === 0x02014b50) view.setUint32(at + 24, 10, true);
    }
    const response = await bring(zip);
    expect(response.status).toBeLessThan(500);
    const read = await ask("GET /agents/{id}/memory/notes/{date}", { params: { date: "2026-03-14" } });
    expect(read.status === 404 || ((await read.json()) as { text: string }).text.length <= 10).toBe(true);
  });
  test("with bytes that were changed is taken in as far as it can be read, or refused", async () => {
    const entry = (n: number) => strToU8(`---\ntitle: Number ${n}\ntags: [a, b]\n---\nText ${n}\n`);
    const whole = zipSync({
      "entries/one.md": entry(1),
      "2026-03-18.md": strToU8("a day"),
      "entries/two.md": entry(2),
    });
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const zip = whole.slice();
        for (const [at, byte] of changes) zip[at] = byte;
        const response = await bring(zip);
        if (response.status === 200) await response.text();
        else await expectProblem(response, 400, "invalid_input", "");
      }),
      { numRuns: 200 },
    );
  });
  test("with a name twice takes in the first and names the second", async () => {
    const zip = zipSync({ "2026-03-15.md": strToU8("one"), "2026-03-16.md": strToU8("two") });
    // The second gets the first one's name, in its head and in the list.
    const text = Buffer.from(zip).toString("latin1").replaceAll("2026-03-16.md", "2026-03-15.md");
    const report = await ok<Report>(await bring(new Uint8Array(Buffer.from(text, "latin1"))));
    expect(report).toMatchObject({ added: 1, refused: [{ name: "2026-03-15.md", reason: "twice" }] });
    const read = await ask("GET /agents/{id}/memory/notes/{date}", { params: { date: "2026-03-15" } });
    expect(await read.json()).toMatchObject({ text: "one" });
  });
  test.each([
    ["NUL in a title", '---\ntitle: "a\\0b"\n---\n'],
    ["half a character in a title", '---\ntitle: "\\uD800"\n---\n'],
    ["aliases that multiply", `---\ntitle: a\n${aliasBomb()}\n---\n`],
    ["a title of a megabyte", `---\ntitle: ${"x".repeat(1_000_000)}\n---\n`],
    ["bytes that are no text", "\u00FF\u00FE"],
  ])("with an entry that has %s names it", async (_, text) => {
    const zip = zipSync({ "entries/odd.md": Buffer.from(text, "latin1"), "2026-03-17.md": strToU8("kept") });
    const report = await ok<Report>(await bring(zip));
    expect(report.refused).toEqual([{ name: "entries/odd.md", reason: expect.stringMatching(/^\w+(:\w+)?$/) }]);
  });
});

/** YAML that would be a billion words once its aliases are filled in. */
function aliasBomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let n = 1; n < 9; n++)
    lines.push(
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(", ")}]`,
    );
  return lines.join("\n");
}
