import fc from "fast-check";

/** What may happen to a conversation and its context, at random. */

const COMMANDS = 45;

export type Mood = "marks" | "echo" | "fails";
export type Reply = "answer" | "think" | "tool" | "length" | "cut" | "error";
export type Said = { size: number; chinese: boolean };
export type Exchange = { question: Said; reply: Reply; answer: Said };
export type Command =
  | ({ do: "send" | "send while rolling" } & Exchange)
  | ({ do: "resend"; pick: number } & Exchange)
  | { do: "import"; said: readonly Said[] }
  | { do: "truncate" | "truncate while rolling" | "undo" | "undo as fork" | "fork" | "restore"; pick: number }
  | { do: "compact" | "compact twice" | "edit" | "edit while rolling" | "work" | "dead claim" | "stolen claim" }
  | { do: "mood"; mood: Mood };

const said: fc.Arbitrary<Said> = fc.record({
  size: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 900 }) }, fc.integer({ min: 900, max: 3_000 })),
  chinese: fc.boolean(),
});
const exchange = {
  question: said,
  reply: fc.constantFrom<Reply>("answer", "answer", "answer", "think", "tool", "length", "cut", "error"),
  answer: said,
};
/** From the end: mostly near it, so that there is something left to go on with. */
const pick = fc.oneof({ weight: 3, arbitrary: fc.nat(9) }, fc.nat(999));
export const fromEnd = <T>(all: readonly T[], pick: number): T | undefined => all[all.length - 1 - (pick % all.length)];
const plain = <const D extends string>(...names: D[]) => fc.record({ do: fc.constantFrom(...names) });
const picking = <const D extends string>(...names: D[]) => fc.record({ do: fc.constantFrom(...names), pick });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ do: fc.constant("send" as const), ...exchange }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("resend" as const), pick, ...exchange }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("send while rolling" as const), ...exchange }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("import" as const),
      said: fc.array(said, { minLength: 8, maxLength: 40 }),
    }),
  },
  { weight: 8, arbitrary: picking("truncate", "undo", "undo", "undo as fork", "fork", "restore") },
  { weight: 2, arbitrary: picking("truncate while rolling") },
  { weight: 4, arbitrary: plain("compact", "compact", "compact twice") },
  { weight: 3, arbitrary: plain("edit", "edit while rolling", "work") },
  { weight: 2, arbitrary: plain("dead claim", "stolen claim") },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("mood" as const),
      mood: fc.constantFrom<Mood>("marks", "marks", "echo", "fails"),
    }),
  },
);
export const first = fc.array(said, { minLength: 12, maxLength: 40 });
/** Each is done to one of the conversations that there are by then. */
export const history = fc.array(fc.tuple(fc.nat(99), command), { minLength: COMMANDS, maxLength: COMMANDS });
