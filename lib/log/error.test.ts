import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { errorForLog } from "./error";

const failed = () => {
  const refused = Object.assign(new Error("connection lost"), { code: "ECONNRESET", parameters: ["our secret"] });
  return new DrizzleQueryError("insert into context_rolls values ($1)", ["our secret\n    at home"], refused);
};

test("of a failed statement the log has all but its values", () => {
  const logged = errorForLog(failed(), false);
  expect(logged).toMatchObject({
    message: "Failed query: insert into context_rolls values ($1)",
    stack: expect.stringContaining("error.test.ts"),
    cause: { message: "connection lost", code: "ECONNRESET" },
  });
  expect(JSON.stringify(logged)).not.toMatch(/secret|at home/);
});

test("with LOG_CONTENT the values are there", () => {
  expect(JSON.stringify(errorForLog(failed(), true))).toContain("our secret");
});

test("what a request to a model held is not in it", () => {
  const refused = Object.assign(new Error("Bad Request"), { requestBodyValues: { messages: ["our secret"] } });
  expect(JSON.stringify(errorForLog(new Error("no answer", { cause: refused }), false))).not.toContain("secret");
});

test("what is no error is logged as it is", () => {
  expect(errorForLog("gone", false)).toBe("gone");
});
