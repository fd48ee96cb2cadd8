import { expect, test } from "vitest";
import { sourceFiles } from "./support/imports";

// A server action is a public POST, whatever page its button stands on.

/** Actions for people who are not signed in, each with the reason. */
const FOR_EVERYBODY: Record<string, string> = {
  "app/(auth)/actions.ts#chooseLanguage": "the sign-in page has a language",
  "app/(auth)/sign-in/actions.ts#signIn": "it is how one signs in",
  "app/(auth)/sign-up/actions.ts#signUp": "it is how one gets an account",
  "app/(workspace)/_components/actions.ts#signOut": "it takes away the cookie that it came with",
};

const EXPORTED = /^export (?:async )?(?:function|const|let) (\w+)/gm;

const actions = sourceFiles()
  .filter(({ source }) => /^["']use server["']/.test(source.trimStart()))
  .flatMap(({ file, source }) =>
    [...source.matchAll(EXPORTED)].map(({ 1: name, index }) => {
      // Its body begins after the first brace at a line's end, and its first statement ends with a semicolon or block.
      const body = source.slice(source.indexOf("{\n", index) + 2);
      return { id: `${file}#${name}`, first: body.slice(0, body.search(/[;{]/)) };
    }),
  );

test("actions are found at all", () => {
  expect(actions.length).toBeGreaterThan(5);
});

test.each(actions.filter(({ id }) => !(id in FOR_EVERYBODY)))("$id asks first who calls", ({ first }) => {
  expect(first, "begin with `const actor = await currentActor();`").toMatch(/await (currentActor|require[A-Z]\w*)\(/);
});

test("the list of actions for everybody names none that is gone", () => {
  const known = actions.map(({ id }) => id);
  expect(Object.keys(FOR_EVERYBODY).filter((id) => !known.includes(id))).toEqual([]);
});
