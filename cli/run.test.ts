import { afterEach, expect, test, vi } from "vitest";
import { UsageError } from "./command";
import { run } from "./run";

afterEach(() => vi.restoreAllMocks());

test.each([
  [["user:creat"], "There is no command user:creat."],
  [["user:create", "--emial", "x"], "Unknown option '--emial'."],
  [["user:create", "stray"], "Unexpected argument 'stray'."],
  [["user:create", "--email"], "Option '--email <value>' argument missing."],
  [["user:create", "--name", "x"], "--email is missing."],
  [["session:export", "--session", "7"], "--session: is not an id"],
  [["demo:seed", "--email", "a@example.org", "--messages", "many"], "--messages: is a number"],
  [["demo:seed", "--email", "a@example.org", "--messages", "0"], "--messages: is at least 1"],
])("called wrongly, a command says how before it opens anything: %j", async (args, sentence) => {
  const error = await run(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(sentence);
});

test.each([
  [[], "user:create"],
  [["--help"], "session:export"],
  [["session:import", "--help"], "--file FILE"],
  [["user:create", "-h"], "--email ADDRESS"],
])("help is printed to stdout: %j", async (args, part) => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await run(args);
  expect(write.mock.calls.flat().join("")).toContain(part);
});
