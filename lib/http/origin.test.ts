import { describe, expect, test, vi } from "vitest";

/** The module under another environment: the configuration is read once a process. */
async function under(env: Record<string, string>) {
  vi.resetModules();
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith("cadau.")) Reflect.deleteProperty(globalThis, key);
  }
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return import("./origin");
}

const request = (headers: Record<string, string>) => new Request("http://internal:3000/api/v1/x", { headers });

async function verdict(env: Record<string, string>, headers: Record<string, string>, usesCookie = true) {
  const { requireOwnOrigin } = await under(env);
  try {
    requireOwnOrigin(request(headers), { usesCookie });
    return "own";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("without APP_URL", () => {
  test.each([
    ["the host that was asked", { host: "chat.example.org", origin: "https://chat.example.org" }],
    ["the same on plain HTTP", { host: "chat.example.org", origin: "http://chat.example.org" }],
    ["the same port", { host: "localhost:3000", origin: "http://localhost:3000" }],
    ["a default port that is written out", { host: "chat.example.org:443", origin: "https://chat.example.org" }],
    ["another case", { host: "Chat.Example.org", origin: "https://chat.example.org" }],
    ["no Origin at all", { host: "chat.example.org" }],
  ])("takes %s for its own", async (_, headers) => {
    expect(await verdict({}, headers)).toBe("own");
  });

  test.each([
    ["another host", "https://evil.example"],
    ["another port", "http://localhost:3001"],
    ["a longer name", "http://localhost:3000.evil.example"],
    ["a name with a user in front", "http://localhost:3000@evil.example"],
    ["null", "null"],
    ["nothing", ""],
    ["words", "same-origin"],
    ["another scheme", "file://localhost:3000"],
  ])("refuses %s", async (_, origin) => {
    expect(await verdict({}, { host: "localhost:3000", origin })).toBe("foreign_origin");
  });

  test("does not believe X-Forwarded-Host", async () => {
    const headers = { host: "localhost:3000", "x-forwarded-host": "evil.example", origin: "https://evil.example" };
    expect(await verdict({}, headers)).toBe("foreign_origin");
  });

  test("believes it from a proxy that is trusted", async () => {
    const headers = {
      host: "internal:3000",
      "x-forwarded-host": "chat.example.org",
      origin: "https://chat.example.org",
    };
    expect(await verdict({ TRUST_PROXY: "1" }, headers)).toBe("own");
    expect(await verdict({ TRUST_PROXY: "1" }, { ...headers, origin: "http://internal:3000" })).toBe("foreign_origin");
  });
});

describe("with APP_URL", () => {
  const env = { APP_URL: "https://chat.example.org/" };
  test.each([
    ["https://chat.example.org", "own"],
    ["http://chat.example.org", "foreign_origin"],
    ["http://internal:3000", "foreign_origin"],
  ])("%s is %s", async (origin, expected) => {
    expect(await verdict(env, { host: "internal:3000", origin })).toBe(expected);
  });
});

describe("without an Origin", () => {
  test("a cookie's call that the browser calls cross-site is refused", async () => {
    expect(await verdict({}, { "sec-fetch-site": "cross-site" })).toBe("foreign_origin");
  });
  test.each(["same-origin", "none"])("one that it calls %s is not", async (site) => {
    expect(await verdict({}, { "sec-fetch-site": site })).toBe("own");
  });
  test("a call with a token of its own is not", async () => {
    expect(await verdict({}, { "sec-fetch-site": "cross-site", authorization: "Bearer cad_x" })).toBe("own");
  });
  test("what is for everybody is not", async () => {
    expect(await verdict({}, { "sec-fetch-site": "cross-site" }, false)).toBe("own");
  });
});

describe("the address of the caller", () => {
  test("is unknown where nobody vouches for the header", async () => {
    const { clientAddress } = await under({});
    expect(clientAddress(request({ "x-forwarded-for": "203.0.113.7" }))).toBe("unknown");
  });
  test("is what the trusted proxy added, not what the caller wrote before it", async () => {
    const { clientAddress } = await under({ TRUST_PROXY: "1" });
    expect(clientAddress(request({ "x-forwarded-for": "198.51.100.1, 203.0.113.7" }))).toBe("203.0.113.7");
  });
});
