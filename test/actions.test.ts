import { expect, test } from "vitest";
import { sourceFiles } from "./support/imports";

// A server action is a public POST, whatever page its button stands on.

/** Actions for people who are not signed in, each with the reason. */
const FOR_EVERYBODY: Record<string, string> = {
  "app/(auth)/actions.ts#chooseLanguage": "the sign-in page has a language",
  "app/(auth)/sign-in/actions.ts#signIn": "it is how one signs in",
  "app/(auth)/sign-up/actions.ts#signUp": "it is how one gets an account",
  "app/(auth)/invite/[token]/actions.ts#signUpInvited": "it is how somebody with an invitation gets an account",
  "app/(auth)/no-workspace/actions.ts#leave": "it takes away the cookie that it came with",
  "app/(workspace)/_components/actions.ts#signOut": "it takes away the cookie that it came with",
};

const FUNCTION = /^(export )?(?:async )?(?:function|const|let) (\w+)/gm;
/** `attempt` of app/_components/attempt.ts asks on behalf of its task. */
const ASKS = /await (currentActor|currentPerson|require[A-Z]\w*)\(|(return|await) attempt\(/;

/** The functions of a file at its top level, each with its first statement. */
function functionsOf(source: string) {
  return [...source.matchAll(FUNCTION)].map(({ 1: exported, 2: name = "", index }) => {
    // A body begins after the first brace at a line's end, and its first statement ends with a semicolon or a block.
    const body = source.slice(source.indexOf("{\n", index) + 2);
    return { name, exported: exported !== undefined, first: body.slice(0, body.search(/[;{]/)) };
  });
}

const actions = sourceFiles()
  .filter(({ source }) => /^["']use server["']/.test(source.trimStart()))
  .flatMap(({ file, source }) => {
    const all = functionsOf(source);
    const byName = new Map(all.map((found) => [found.name, found]));
    // What several actions of a file have in common may ask for them, and is asked by its name in a first statement.
    const asks = (first: string): boolean => {
      const helper = byName.get(/\b(?:return|await) (\w+)\(/.exec(first)?.[1] ?? "");
      return ASKS.test(first) || (helper !== undefined && !helper.exported && asks(helper.first));
    };
    return all
      .filter(({ exported }) => exported)
      .map(({ name, first }) => ({ id: `${file}#${name}`, asks: asks(first) }));
  });

test("actions are found at all", () => {
  expect(actions.length).toBeGreaterThan(5);
});

test("what asks on behalf of others does ask", () => {
  const [attempt] = functionsOf(sourceFiles().find(({ file }) => file === "app/_components/attempt.ts")?.source ?? "");
  expect(attempt?.first).toContain("await currentActor()");
});

test.each(actions.filter(({ id }) => !(id in FOR_EVERYBODY)))("$id asks first who calls", ({ asks }) => {
  expect(asks, "begin with `const actor = await currentActor();`").toBe(true);
});

test("the list of actions for everybody names none that is gone", () => {
  const known = actions.map(({ id }) => id);
  expect(Object.keys(FOR_EVERYBODY).filter((id) => !known.includes(id))).toEqual([]);
});
