import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { isAppError } from "@/lib/errors";
import { type CursorKind, decodeCursor, encodeCursor } from "./cursor";

const kind = fc.constantFrom<CursorKind>("history", "turns", "sessions");
const payload = fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.boolean(), fc.constant(null)), {
  maxLength: 4,
});

const refusal = (decode: () => unknown) => {
  try {
    decode();
  } catch (error) {
    return isAppError(error, "invalid_cursor") ? "refused" : error;
  }
  return "accepted";
};

test.prop([kind, fc.string(), payload])("a cursor gives back what it was made of", (k, scope, given) => {
  expect(decodeCursor(k, scope, encodeCursor(k, scope, given))).toEqual(given);
});

test.prop([kind, kind, fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 }), payload])(
  "a cursor of another kind or scope is refused",
  (k, otherKind, scope, otherScope, given) => {
    fc.pre(k !== otherKind || scope !== otherScope);
    expect(refusal(() => decodeCursor(otherKind, otherScope, encodeCursor(k, scope, given)))).toBe("refused");
  },
);

test.prop([payload, fc.nat(), fc.integer({ min: 1, max: 63 })])(
  "a cursor with one character changed is refused",
  (given, at, by) => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const cursor = encodeCursor("history", "scope", given);
    const i = at % cursor.length;
    const changed = cursor.slice(0, i) + alphabet[(alphabet.indexOf(cursor[i] ?? "") + by) % 64] + cursor.slice(i + 1);
    expect(refusal(() => decodeCursor("history", "scope", changed))).toBe("refused");
  },
);

test.prop([fc.string({ unit: "binary", maxLength: 80 })])("what is no cursor at all is refused", (text) => {
  expect(refusal(() => decodeCursor("history", "scope", text))).toBe("refused");
});
