import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { passageOf, servers, watchDoor } from "./forwarded";

const server = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers)));
beforeAll(async () => {
  watchDoor();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What a handler sees of these headers. */
function seen(headers: Record<string, string> = {}): Promise<IncomingHttpHeaders> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, headers, agent: false }, async (response) => {
      const pieces = await response.toArray();
      resolve(JSON.parse(Buffer.concat(pieces).toString()));
    })
      .on("error", reject)
      .end();
  });
}
const passage = async (headers?: Record<string, string>) =>
  passageOf(new Headers((await seen(headers)) as Record<string, string>));

test("a forged address is replaced by the connection's, before anybody reads it", async () => {
  const headers = await seen({
    "X-Forwarded-For": "203.0.113.7",
    "x-forwarded-host": "evil.example",
    "x-real-ip": "203.0.113.7",
    forwarded: "for=203.0.113.7",
  });
  expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
  expect(headers).not.toHaveProperty("x-forwarded-host");
  expect(headers).not.toHaveProperty("x-real-ip");
  expect(headers).not.toHaveProperty("forwarded");
});

test("a caller on this machine is told from a proxy on it", async () => {
  expect(await passage()).toBe("direct");
  expect(await passage({ "x-forwarded-for": "203.0.113.7" })).toBe("proxied");
});

test("a mark that a caller makes up is no mark", async () => {
  const { "x-cadau-door": mark } = await seen({ "x-cadau-door": "made up" });
  expect(mark).not.toBe("made up");
  expect(passageOf(new Headers({ "x-cadau-door": "made up", "x-forwarded-for": "127.0.0.1" }))).toBe("unseen");
  expect(passageOf(new Headers())).toBe("unseen");
});

test("the servers that took a request are known, to be closed", () => {
  expect([...servers()]).toContain(server);
});
