import { verify } from "@node-rs/argon2";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { rateLimits } from "@/lib/db/schema/accounts";
import { emptyDatabase } from "@/test/support/empty";
import { freshDatabase } from "@/test/support/engine";
import { makeUser } from "@/test/support/factories";
import { signInWithPassword } from "./sign-in";
import { createUser } from "./users";

// The library itself, with its calls recorded.
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

const email = "ada@example.org";
const password = "correct horse";
let userId: string;

beforeAll(freshDatabase);
beforeEach(async () => {
  await emptyDatabase();
  config().RATE_LIMIT_SIGN_IN = 3;
  ({ userId } = await createUser({ email, password, name: "Ada" }));
});

const attempt = (given: { email?: unknown; password?: unknown }, address = "192.0.2.1") =>
  signInWithPassword({ email, password, ...given }, address);

test("e-mail and password together begin a session, however the e-mail is written", async () => {
  expect(await attempt({})).toEqual({ userId, epoch: 0 });
  expect(await attempt({ email: "  ADA@Example.org " })).toEqual({ userId, epoch: 0 });
});

const refused: [string, { email?: unknown; password?: unknown }][] = [
  ["a wrong password", { password: "wrong horse" }],
  ["an unknown e-mail", { email: "bob@example.org" }],
  ["an account without a password", { email: "eve@example.org" }],
  ["no e-mail", { email: undefined }],
  ["something that is no e-mail", { email: "ada" }],
  ["NUL in the e-mail", { email: "ada\u0000@example.org" }],
  ["NUL after the right password", { password: `${password}\u0000` }],
  ["a lone surrogate", { password: "\ud800" }],
  ["a password of a megabyte", { password: "x".repeat(1_000_000) }],
  ["a password that is no text", { password: { length: 8 } }],
  ["nothing", { email: "", password: "" }],
];

// Hashing is nearly all of the time that an attempt takes, and its cost is written in the hash that is verified.
// A clock would say the same less surely: it also measures what else the machine does.
test.each(refused)("%s gets the one answer, after the same work", async (_name, given) => {
  await makeUser({ email: "eve@example.org" }); // As a person who only signs in through a provider.
  vi.mocked(verify).mockClear();
  expect(await attempt(given)).toBeNull();
  const hashes = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
  expect(hashes).toEqual([
    expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/),
  ]);
});

describe("too many failures", () => {
  const failures = async (count: number, given: { email?: string } = {}, address?: string) => {
    for (let n = 0; n < count; n++) await attempt({ password: "wrong horse", ...given }, address);
  };
  const limited = { code: "rate_limited" };

  test("keep the account shut, from every address and with the right password, whether it exists or not", async () => {
    await failures(3);
    await expect(attempt({}, "192.0.2.2")).rejects.toMatchObject(limited);
    await failures(3, { email: "bob@example.org" });
    await expect(attempt({ email: "bob@example.org" })).rejects.toMatchObject(limited);
  });

  test("of one address keep it out of every account", async () => {
    for (let n = 0; n < 15; n++) await failures(1, { email: `person${n}@example.org` }, "192.0.2.9");
    await expect(attempt({}, "192.0.2.9")).rejects.toMatchObject(limited);
    expect(await attempt({}, "192.0.2.10")).not.toBeNull();
  });

  test("are forgotten by a success", async () => {
    await failures(2);
    await attempt({});
    await failures(2);
    expect(await attempt({})).not.toBeNull();
  });

  test("of an address are not forgotten by a success in an account of its own", async () => {
    await createUser({ email: "mallory@example.org", password, name: "Mallory" });
    for (let n = 0; n < 15; n++) {
      await failures(1, { email: `person${n}@example.org` }, "192.0.2.9");
      if (n < 14) await attempt({ email: "mallory@example.org" }, "192.0.2.9");
    }
    await expect(attempt({ email: "mallory@example.org" }, "192.0.2.9")).rejects.toMatchObject(limited);
  });

  test("are counted also when they come all at once", async () => {
    const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => attempt({ password: "wrong horse" })));
    expect(guesses.filter((guess) => guess.status === "fulfilled")).toHaveLength(3);
  });

  test("end after the window, which is told", async () => {
    await failures(3);
    const refused = await attempt({}).catch((error: unknown) => error);
    expect(refused).toMatchObject({ details: { retry_after_s: expect.any(Number) } });
    const db = await getDb();
    await db.update(rateLimits).set({ resetsAt: new Date(Date.now() - 1_000) });
    expect(await attempt({})).not.toBeNull();
  });

  test("leave no e-mail in the counters", async () => {
    await failures(1);
    const rows = await (await getDb()).select().from(rateLimits);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.key.includes("ada"))).toBe(false);
  });
});
