import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { sealSession, sessionCookie } from "@/lib/auth/session-cookie";
import { type Ids, makePerson, unknownIds } from "./support/access-world";
import { freshDatabase } from "./support/engine";
import { ODD_TEXTS } from "./support/odd-texts";

// A server action is a public POST: whoever has its id sends it what they like. What it answers to that is a value
// that the page has words for, never an exception, for which the page has none.

/** The cookies of whoever calls; all that the framework gives an action. */
const jar = vi.hoisted(() => new Map<string, string>());
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { value: jar.get(name) } : undefined),
    set: (name: string, value: string) => void jar.set(name, value),
  }),
}));
vi.mock("next/cache", () => ({ refresh: () => undefined }));

type Action = (...given: unknown[]) => Promise<unknown>;
const files: Record<string, Record<string, unknown>> = {
  admin: await import("@/app/(workspace)/admin/actions"),
  agents: await import("@/app/(workspace)/agents/actions"),
  entries: await import("@/app/(workspace)/agents/[agentId]/entries/actions"),
  notes: await import("@/app/(workspace)/agents/[agentId]/notes/actions"),
  conversation: await import("@/app/(workspace)/c/[sessionId]/actions"),
  tools: await import("@/app/(workspace)/admin/tools/actions"),
  workspace: await import("@/app/(workspace)/settings/workspace/actions"),
};
const isAction = (value: unknown): value is Action => typeof value === "function";
const actions = Object.entries(files).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) =>
    isAction(value) ? [{ name: `${file}: ${name}`, action: value, arity: value.length }] : [],
  ),
);

const NAMES =
  "title body kind tags pinned raw base_hash text baseHash name emoji picture instructions opening_questions model visibility config_json archived role days note toggle rule ids version summary memory_auto_append".split(
    " ",
  );
const WORDS = [
  "fact",
  "private",
  "owner",
  "member",
  "on",
  "keep",
  "memory_auto_extract",
  "2026-03-02",
  "2026-02-30",
  "../x",
];

/** What may come over the wire in an argument's place. */
function argument(ids: Ids) {
  const right = fc.constantFrom(
    ...Object.values(ids),
    ...Object.values(unknownIds()),
    ...WORDS,
    1,
    7,
    true,
    "0".repeat(64),
  );
  const odd = fc.oneof(
    fc.constantFrom(...ODD_TEXTS.map(([, text]) => text), "\u0000", "\uD800", "", " ", "a".repeat(30_000)),
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      null,
      undefined,
      Number.NaN,
      -1,
      1e300,
      new Date(Number.NaN),
      new Map(),
      Symbol.iterator.toString(),
    ),
    fc.jsonValue(),
  );
  const value = fc.oneof({ weight: 2, arbitrary: right }, { weight: 1, arbitrary: odd });
  const several = fc.oneof(value, fc.array(value, { maxLength: 4 }), fc.dictionary(fc.constantFrom(...NAMES), value));
  const members = fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string()), several, {
    maxKeys: 8,
  });
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 2, arbitrary: odd }, { weight: 4, arbitrary: members });
}

beforeAll(async () => void (await freshDatabase()));

test("actions are found at all", () => {
  expect(actions.length).toBeGreaterThan(25);
});

test.each(actions)("odd values never make $name fail", async ({ action, arity }) => {
  // A person of its own: what happens to be right may well delete something, or have them leave.
  const { actor, ids } = await makePerson();
  jar.clear();
  jar.set(sessionCookie().name, await sealSession({ userId: actor.userId, epoch: 0 }));
  const given = fc.array(argument(ids), { minLength: arity, maxLength: arity });
  await fc.assert(
    fc.asyncProperty(given, async (values) => {
      const outcome = await action(...values);
      expect(outcome).toMatchObject({ ok: expect.any(Boolean) });
    }),
    { numRuns: 60 },
  );
});
