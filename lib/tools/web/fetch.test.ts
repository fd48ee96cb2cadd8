import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { failureOf } from "@/test/support/failure";
import { isPublic } from "./address";
import { type FetchSetting, fetchPage } from "./fetch";

let server: Server;
let port: number;
let seen: string[] = [];
const open = new Set<ServerResponse>();
const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/": (_, response) => response.setHeader("content-type", "text/plain; charset=utf-8").end("hello"),
  "/gone": (_, response) => response.writeHead(404).end("no"),
  "/loop": (_, response) => response.writeHead(302, { location: "/loop" }).end(),
  "/endless": (_, response) => {
    response.setHeader("content-type", "text/plain");
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  },
  "/slow": (_, response) => {
    response.setHeader("content-type", "text/plain");
    const drip = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(drip));
  },
  "/silent": () => {},
  "/bomb": (_, response) => {
    response.setHeader("content-type", "text/plain").setHeader("content-encoding", "gzip");
    response.end(gzipSync(Buffer.alloc(200_000_000)));
  },
  "/gzip": (_, response) => {
    response.setHeader("content-type", "text/plain").setHeader("content-encoding", "gzip").end(gzipSync("packed"));
  },
  "/torn": (_, response) => {
    response.setHeader("content-type", "text/plain").setHeader("content-encoding", "gzip");
    response.end(gzipSync("packed".repeat(1_000)).subarray(0, 20));
  },
  "/odd": (_, response) => response.setHeader("content-encoding", "gzip, gzip").end("?"),
  "/broken": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "100" }).write("half");
    setTimeout(() => response.destroy(), 20);
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    open.add(response);
    const to = /^\/to\?(.+)$/.exec(request.url ?? "")?.[1];
    if (to !== undefined) response.writeHead(302, { location: decodeURIComponent(to) }).end();
    else (pages[request.url ?? ""] ?? pages["/gone"])?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const response of open) response.destroy();
  server.close();
});
beforeEach(() => {
  seen = [];
});

const anyPort = () => true;
/** As if this machine's first address, and no other, were the public internet. */
const oneAddress = { isAllowed: (address: string) => address === "127.0.0.1", isPort: anyPort };
const real = { isAllowed: isPublic, isPort: anyPort };
const idle = () => new AbortController().signal;
const fetched = (url: string, setting: Partial<FetchSetting> = {}) =>
  fetchPage(url, { rules: oneAddress, signal: idle(), ...setting });
const here = (path = "/") => `http://127.0.0.1:${port}${path}`;
const to = (url: string) => here(`/to?${encodeURIComponent(url)}`);

test("a page is read, with its final address", async () => {
  expect(await fetched(here())).toMatchObject({ url: here(), isWhole: true, bytes: Buffer.from("hello") });
  expect((await fetched(to("/#part"))).url).toBe(here());
  expect((await fetched(here("/gzip"))).bytes.toString()).toBe("packed");
});

describe("inside, nothing is asked", () => {
  const inside = [
    ...["127.0.0.1", "localhost", "2130706433", "0x7f000001", "017700000001", "127.1", "0", "[::1]", "[::]"],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "127.0.0.1.", "１２７.0.0.1", "10.0.0.1", "169.254.169.254"],
  ];
  test.each(inside)("%s", async (host) => {
    expect(await failureOf(fetched(`http://${host}:${port}/`, { rules: real }))).toBe("refused");
    expect(seen).toEqual([]);
  });

  test.each(inside.filter((host) => host !== "127.0.0.1" && !/^(?:localhost|2130|0x7f|0177|127\.)|^１/.test(host)))(
    "%s, which a page leads to",
    async (host) => {
      expect(await failureOf(fetched(to(`http://${host}:${port}/`)))).toBe("refused");
      expect(seen).toHaveLength(1);
    },
  );

  test("a name that leads there, or does with one of its addresses", async () => {
    for (const found of [
      ["127.0.0.1"],
      ["93.184.216.34", "127.0.0.1"],
      ["::1"],
      ["::ffff:127.0.0.1"],
      ["169.254.169.254"],
    ]) {
      const lookup = async () => found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const call = fetched(`http://public.example:${port}/`, { rules: real, lookup });
      expect(await failureOf(call), found.join()).toBe("refused");
    }
    expect(seen).toEqual([]);
  });

  test("a name that leads there the second time: the checked address is the one that is asked", async () => {
    const lookup = vi
      .fn()
      .mockResolvedValueOnce([{ address: "127.0.0.1", family: 4 }])
      .mockResolvedValue([{ address: "10.0.0.1", family: 4 }]);
    const page = await fetched(`http://public.example:${port}/`, { lookup });
    expect(page.bytes.toString()).toBe("hello");
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([`public.example:${port}/`]);
    // A redirect to the same name is looked up, and checked, again.
    lookup.mockResolvedValueOnce([{ address: "127.0.0.1", family: 4 }]);
    const again = fetched(`http://public.example:${port}/to?${encodeURIComponent("/")}`, { lookup });
    expect(await failureOf(again)).toBe("refused");
    expect(seen).toHaveLength(2);
  });
});

test("only websites are asked", async () => {
  for (const url of [
    "ftp://example.org/",
    "file:///etc/passwd",
    "javascript:1",
    "data:text/plain,x",
    "gopher://x",
    "",
    "x",
    "//x",
  ]) {
    expect(await failureOf(fetched(url)), url).toBe("invalid_input");
    if (url.includes(":")) expect(await failureOf(fetched(to(url))), url).toBe("invalid_input");
  }
  expect(await failureOf(fetched(`http://me:secret@127.0.0.1:${port}/`))).toBe("refused");
  expect(await failureOf(fetched(`https://example.org/${"x".repeat(5_000)}`))).toBe("invalid_input");
  for (const closed of [22, 25, 5432, 6379, 3000]) {
    const call = fetchPage(`http://93.184.216.34:${closed}/`, { signal: idle() });
    expect(await failureOf(call), `${closed}`).toBe("refused");
  }
});

test("what is not there, or leads round in circles, is told", async () => {
  expect(await failureOf(fetched(here("/gone")))).toBe("http_error");
  expect(await failureOf(fetched(here("/loop")))).toBe("refused");
  expect(seen.filter((url) => url.endsWith("/loop"))).toHaveLength(6);
  expect(await failureOf(fetched(here("/odd")))).toBe("unsupported");
  expect(await failureOf(fetched(here("/torn")))).toBe("unreachable");
  expect(await failureOf(fetched(here("/broken")))).toBe("unreachable");
  expect(await failureOf(fetched("http://nowhere.invalid/"))).toBe("unreachable");
  expect(await failureOf(fetched("http://127.0.0.1:1/"))).toBe("unreachable");
});

test("an endless body is read to the limit and no further", async () => {
  const page = await fetched(here("/endless"));
  expect(page.isWhole).toBe(false);
  expect(page.bytes.length).toBe(2_000_000);
});

test("of what unpacks to a hundred times its size only the first bytes are unpacked", async () => {
  const before = process.memoryUsage().rss;
  const page = await fetched(here("/bomb"));
  expect(page).toMatchObject({ isWhole: false });
  expect(page.bytes.length).toBe(2_000_000);
  // The server of this test holds the bomb itself for a moment.
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
});

test("a slow or silent server is given up in time", async () => {
  for (const path of ["/slow", "/silent"]) {
    const begun = performance.now();
    expect(await failureOf(fetched(here(path), { timeoutMs: 200 }))).toBe("timeout");
    expect(performance.now() - begun).toBeLessThan(5_000);
  }
});

test("Stop ends it at once", async () => {
  const stop = new AbortController();
  const reading = fetched(here("/slow"), { signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(reading).rejects.toThrow(/abort/i);
});
