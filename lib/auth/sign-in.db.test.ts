import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { rateLimits } from "@/lib/db/schema/accounts";
import { emptyDatabase } from "@/test/support/empty";
import { freshDatabase } from "@/test/support/engine";
import { signInWithPassword } from "./sign-in";
import { createUser } from "./users";

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

test.each([
  ["a wrong password", { password: "wrong horse" }],
  ["an unknown e-mail", { email: "bob@example.org" }],
  ["no e-mail", { email: undefined }],
  ["something that is no e-mail", { email: "ada" }],
  ["NUL in the e-mail", { email: "ada\u0000@example.org" }],
  ["NUL after the right password", { password: `${password}\u0000` }],
  ["a lone surrogate", { password: "\ud800" }],
  ["a password of a megabyte", { password: "x".repeat(1_000_000) }],
  ["a password that is no text", { password: { length: 8 } }],
  ["nothing", { email: "", password: "" }],
])("%s gets the one answer", async (_name, given) => {
  expect(await attempt(given)).toBeNull();
});

test("an unknown e-mail takes as long as a wrong password", async () => {
  config().RATE_LIMIT_SIGN_IN = 1_000;
  const time = async (given: { email?: string; password?: string }) => {
    const started = performance.now();
    expect(await attempt({ password: "wrong horse", ...given })).toBeNull();
    return performance.now() - started;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  await time({});
  for (let n = 0; n < 15; n++) {
    known.push(await time({}));
    unknown.push(await time({ email: "bob@example.org" }));
  }
  const quickest = (times: number[]) => Math.min(...times);
  // Without the decoy the ratio is far below a half: hashing is nearly all of it.
  expect(quickest(unknown) / quickest(known)).toBeGreaterThan(0.6);
  expect(quickest(unknown) / quickest(known)).toBeLessThan(1.6);
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
