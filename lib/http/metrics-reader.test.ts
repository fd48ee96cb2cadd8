import { afterEach, describe, expect, test, vi } from "vitest";

async function verdict(env: Record<string, string>, headers: (mark: string) => Record<string, string>) {
  vi.resetModules();
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith("cadau.")) Reflect.deleteProperty(globalThis, key);
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  // A door of our own, so that requests without a connection can pass it.
  const mark = "the-mark-of-this-process";
  Reflect.set(globalThis, Symbol.for("cadau.http-door"), { watched: true, mark, servers: new Set() });
  const { requireMetricsReader } = await import("./metrics-reader");
  try {
    requireMetricsReader(new Request("http://localhost/api/v1/metrics", { headers: headers(mark) }));
    return "reads";
  } catch (error) {
    return (error as { code: string }).code;
  }
}
afterEach(() => vi.unstubAllEnvs());

describe("without METRICS_TOKEN", () => {
  test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.0.1"])("%s reads", async (address) => {
    expect(await verdict({}, (mark) => ({ "x-cadau-door": mark, "x-forwarded-for": address }))).toBe("reads");
  });
  test.each(["203.0.113.7", "unknown", "127.0.0.1.example", "::2"])("%s does not", async (address) => {
    expect(await verdict({}, (mark) => ({ "x-cadau-door": mark, "x-forwarded-for": address }))).toBe("unauthenticated");
  });
  test("who comes through a proxy on this machine does not", async () => {
    const headers = (mark: string) => ({ "x-cadau-door": `${mark} proxied`, "x-forwarded-for": "127.0.0.1" });
    expect(await verdict({}, headers)).toBe("unauthenticated");
    expect(await verdict({ TRUST_PROXY: "1" }, headers)).toBe("unauthenticated");
  });
  test("who says to be local does not", async () => {
    expect(await verdict({}, () => ({ "x-forwarded-for": "127.0.0.1" }))).toBe("unauthenticated");
  });
});

describe("with METRICS_TOKEN", () => {
  const env = { METRICS_TOKEN: "a-token-for-metrics" };
  test("its holder reads, from anywhere", async () => {
    expect(await verdict(env, () => ({ authorization: "Bearer a-token-for-metrics" }))).toBe("reads");
  });
  test.each(["Bearer a-token-for-metric", "Bearer", "Basic a-token-for-metrics", ""])(
    "%j does not",
    async (authorization) => {
      expect(
        await verdict(env, (mark) => ({ authorization, "x-cadau-door": mark, "x-forwarded-for": "127.0.0.1" })),
      ).toBe("unauthenticated");
    },
  );
});
