import { expect, test } from "vitest";
import { failurePath } from "./failure-path";

const failed = { reason: "failed", provider: "oidc", connecting: false, wanted: undefined } as const;

test("a failed sign-in leads back to the door, with the reason and the way on", () => {
  expect(failurePath(failed)).toBe("/sign-in?error=failed&provider=oidc");
  const wanted = "http://localhost:3000/c/1?x=2";
  expect(failurePath({ ...failed, wanted })).toBe("/sign-in?error=failed&provider=oidc&next=%2Fc%2F1%3Fx%3D2");
});

test("a failed connection leads back to the settings", () => {
  expect(failurePath({ ...failed, reason: "identity_in_use", connecting: true, wanted: "http://localhost/" })).toBe(
    "/settings/security?error=identity_in_use&provider=oidc",
  );
});

test("a foreign address is no way on", () => {
  expect(failurePath({ ...failed, wanted: "https://evil.example//evil.example/" })).toBe(
    "/sign-in?error=failed&provider=oidc",
  );
  expect(failurePath({ ...failed, wanted: "nonsense" })).toBe("/sign-in?error=failed&provider=oidc");
});
