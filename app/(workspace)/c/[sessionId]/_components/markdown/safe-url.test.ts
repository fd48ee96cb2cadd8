import { describe, expect, test } from "vitest";
import { safeImage, safeLink } from "./safe-url";

describe("a link in a message", () => {
  test.each(["https://example.org/a?b#c", "http://example.org", "mailto:a@example.org"])(
    "%s may be followed",
    (url) => {
      expect(safeLink(url)).toBe(url);
    },
  );
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "/settings",
    "/c/0199aaaa-0000-7000-8000-000000000001/../../settings",
    "/c/0199aaaa-0000-7000-8000-000000000001?m=x&y=1",
    "/agents/0199aaaa-0000-7000-8000-000000000001/settings",
    "//example.org",
    "blob:https://a/b",
  ])("%j is text", (url) => {
    expect(safeLink(url)).toBeNull();
  });
});

test.each([
  "/c/0199aaaa-0000-7000-8000-000000000001?m=0199aaaa-0000-7000-8000-000000000002",
  "/c/0199aaaa-0000-7000-8000-000000000001",
  "/agents/0199aaaa-0000-7000-8000-000000000001/entries/0199aaaa-0000-7000-8000-000000000002",
  "/agents/0199aaaa-0000-7000-8000-000000000001/notes?day=2026-03-02",
])("%s is a source that may be opened", (url) => {
  expect(safeLink(url)).toBe(url);
});

describe("a picture in a message", () => {
  test.each(["https://example.org/a.png", "data:image/png;base64,iVBORw0KGgo="])("%s is shown", (url) => {
    expect(safeImage(url)).toBe(url);
  });
  test.each(["http://example.org/a.png", "data:image/svg+xml;base64,PHN2Zz4=", "javascript:alert(1)", "/api/v1/x"])(
    "%s is not",
    (url) => {
      expect(safeImage(url)).toBeNull();
    },
  );
});
