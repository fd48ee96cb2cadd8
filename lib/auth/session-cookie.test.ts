import { encode } from "next-auth/jwt";
import { afterEach, expect, test, vi } from "vitest";
import { config } from "@/lib/config";
import { cookieValue, openSession, renewedSession, sealSession, sessionCookie, sessionSecret } from "./session-cookie";

const claims = { userId: "0198d3a0-0000-7000-8000-000000000001", epoch: 3 };
afterEach(() => {
  vi.useRealTimers();
  delete config().APP_URL;
});

test("what was sealed is opened, anything else is nobody", async () => {
  const sealed = await sealSession(claims);
  expect(await openSession(sealed)).toEqual(claims);
  const middle = Math.floor(sealed.length / 2);
  const tampered = sealed.slice(0, middle) + (sealed[middle] === "A" ? "B" : "A") + sealed.slice(middle + 1);
  for (const bad of [tampered, "", "x", "a.b.c.d.e", `${sealed}x`, "eyJhbGciOiJub25lIn0.e30."]) {
    expect(await openSession(bad)).toBeNull();
  }
});

test("a token under our key that says something else is nobody", async () => {
  for (const token of [{}, { sub: "1", epoch: 0 }, { sub: claims.userId }, { sub: claims.userId, epoch: -1 }]) {
    expect(await openSession(await encode({ token, secret: sessionSecret() }))).toBeNull();
  }
});

test("a session ends after thirty days, and is renewed by who comes after a day", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T00:00:00Z"), toFake: ["Date"] });
  const sealed = await sealSession(claims);
  expect(await renewedSession(sealed)).toBeNull();
  vi.setSystemTime(Date.parse("2026-03-02T00:01:00Z"));
  const renewed = await renewedSession(sealed);
  expect(renewed && (await openSession(renewed))).toEqual(claims);
  vi.setSystemTime(Date.parse("2026-04-01T00:00:00Z"));
  expect(await openSession(sealed)).toBeNull();
  expect(await renewedSession(sealed)).toBeNull();
  expect(renewed && (await openSession(renewed))).toEqual(claims);
});

test("the cookie is for this site's own requests alone, and secure as soon as the address is", () => {
  expect(sessionCookie()).toMatchObject({
    name: "next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: false },
  });
  config().APP_URL = "https://chat.example.org";
  expect(sessionCookie()).toMatchObject({ name: "__Secure-next-auth.session-token", options: { secure: true } });
});

test("a cookie is found by its whole name", () => {
  const header = "xnext=0; next=1=2;next2=3; =x; bad; last = 4 ";
  expect(cookieValue(header, "next")).toBe("1=2");
  expect(cookieValue(header, "last")).toBe("4");
  expect(cookieValue(header, "ext")).toBeNull();
  expect(cookieValue(null, "next")).toBeNull();
});
