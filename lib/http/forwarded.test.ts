import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { forwardedHeadersAreOurs, PROXIED_HEADER, servers, watchDoor } from "./forwarded";

const server = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

function headersSeen(port: number, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    request({ port, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (piece) => (text += piece));
      response.on("end", () => resolve(JSON.parse(text)));
    })
      .on("error", reject)
      .end();
  });
}

test("a forged address is replaced by the connection's, before anybody reads it", async () => {
  watchDoor();
  expect(forwardedHeadersAreOurs()).toBe(true);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const forged = await headersSeen(port, {
    "X-Forwarded-For": "203.0.113.7",
    "x-forwarded-host": "evil.example",
    "x-real-ip": "203.0.113.7",
    forwarded: "for=203.0.113.7",
  });
  expect(forged["x-forwarded-for"]).toBe("127.0.0.1");
  expect(forged).not.toHaveProperty("x-forwarded-host");
  expect(forged).not.toHaveProperty("x-real-ip");
  expect(forged).not.toHaveProperty("forwarded");
  expect(forged[PROXIED_HEADER]).toBe("1");

  const direct = await headersSeen(port, { [PROXIED_HEADER]: "1" });
  expect(direct["x-forwarded-for"]).toBe("127.0.0.1");
  expect(direct).not.toHaveProperty(PROXIED_HEADER);
  expect([...servers()]).toContain(server);
});
