import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { fingerprintOf, termHashes } from "@/lib/memory/fingerprint";
import { holdsSecret } from "@/lib/memory/secrets";
import type { Candidate } from "./candidate";
import { decide, type Existing } from "./decide";
import { type Operation, Operations } from "./operations";

let messages = 0;
const candidate = (body: string, more: Partial<Candidate> = {}): Candidate => ({
  title: body.slice(0, 60),
  body,
  kind: "fact",
  tags: [],
  messageIds: [`m${++messages}`],
  score: 3,
  ...more,
});
const entry = (body: string, more: Partial<Existing> = {}): Existing => ({
  id: "e1",
  body,
  messageIds: ["old"],
  supersededBy: null,
  ...more,
});
const tombstone = (text: string) => ({ fingerprint: fingerprintOf(text), terms: termHashes(text) });
const decided = (bodies: string[], existing: Existing[] = [], forgotten: string[] = [], max = 5) =>
  decide(
    bodies.map((body) => candidate(body)),
    existing,
    forgotten.map(tombstone),
    { max },
  );
const ops = (...given: Parameters<typeof decided>) => decided(...given).map(({ op }) => op);

describe("against the entries that stand", () => {
  it.each<[string, string, Operation["op"]]>([
    // The same again.
    ["I live in Berlin.", "I live in Berlin", "nothing"],
    ["I live in Berlin.", "I'm living in Berlin now!", "nothing"],
    ["I'm allergic to peanuts.", "Peanuts: I am allergic.", "nothing"],
    ["我住在柏林。", "我现在住柏林", "nothing"],
    ["I have a dog called Rex and a cat.", "I have a dog called Rex.", "nothing"],
    // Another value of the same thing.
    ["I live in Berlin.", "I moved to Munich.", "supersede"],
    ["We live in Berlin.", "I live in Rome now.", "supersede"],
    ["I work at the bank.", "I work for a publisher now.", "supersede"],
    ["My dentist is Dr. Weber.", "My dentist is Dr. Braun now.", "supersede"],
    ["Ann: I live in Berlin.", "Ann: I moved to Munich.", "supersede"],
    ["我住在柏林。", "我搬到了慕尼黑。", "supersede"],
    ["我的牙医是王医生。", "我的牙医换成李医生了。", "supersede"],
    // The opposite.
    ["I drink coffee.", "I don't drink coffee.", "supersede"],
    ["I eat meat.", "I stopped eating meat.", "supersede"],
    ["我喝咖啡。", "我不喝咖啡了。", "supersede"],
    ["我不喝咖啡。", "我喝咖啡。", "supersede"],
    // More of the same.
    ["I have a dog called Rex.", "I have a dog called Rex, a brown collie.", "update"],
    ["我女儿在上海读大学。", "我女儿在上海读大学，学的是建筑。", "update"],
    // Something else.
    ["I live in Berlin.", "My sister lives in Graz.", "add"],
    ["Ann: I live in Berlin.", "Ben: I moved to Munich.", "add"],
    ["I went to Rome in May.", "I went to Paris in June.", "add"],
    ["My friend is Ann.", "My friend is Ben.", "add"],
    ["I take the bus at 9:15.", "My flight leaves at 10:20.", "add"],
    ["我住在柏林。", "我妹妹住在罗马。", "add"],
    ["我喜欢茶。", "我养了一只猫。", "add"],
  ])("%j, then %j: %s", (before, after, op) => {
    expect(ops([after], [entry(before)])).toEqual([op]);
  });

  it("what is superseded or said already is named, with the messages that say it", () => {
    const fresh = candidate("I moved to Munich.", { messageIds: ["m77"] });
    expect(decide([fresh], [entry("I live in Berlin.")], [], { max: 5 })).toEqual([
      { op: "supersede", id: "e1", title: fresh.title, body: fresh.body, kind: "fact", tags: [], message_ids: ["m77"] },
    ]);
    expect(
      decide([candidate("I live in Berlin", { messageIds: ["m78"] })], [entry("I live in Berlin.")], [], { max: 5 }),
    ).toEqual([{ op: "nothing", id: "e1", message_ids: ["m78"] }]);
  });

  it("what held once may hold again, but not by its old messages", () => {
    const berlin = entry("I live in Berlin.", { supersededBy: "e2", messageIds: ["a"] });
    const munich = entry("I moved to Munich.", { id: "e2", messageIds: ["b"] });
    const again = (id: string) => [candidate("I live in Berlin.", { messageIds: [id] })];
    expect(decide(again("a"), [berlin, munich], [], { max: 5 }).map(({ op }) => op)).toEqual(["nothing"]);
    expect(decide(again("c"), [berlin, munich], [], { max: 5 })).toMatchObject([{ op: "supersede", id: "e2" }]);
  });
});

describe("within a batch", () => {
  it("the same twice is one, with both messages", () => {
    const [operation, ...rest] = decided(["I live in Berlin.", "I'm living in Berlin!"]);
    expect(rest).toEqual([]);
    expect(operation?.message_ids).toHaveLength(2);
  });

  it("of two values the later one stands", () => {
    expect(decided(["I live in Berlin.", "I like tea.", "I moved to Munich."])).toMatchObject([
      { body: "I like tea." },
      { body: "I moved to Munich." },
    ]);
  });

  it("the most worth keeping come first where there is no room for all, and are told in their order", () => {
    const some = [
      candidate("I like tea.", { score: 1 }),
      candidate("I live in Berlin.", { score: 4 }),
      candidate("My dog is called Rex.", { score: 2 }),
      candidate("I'm allergic to nuts.", { score: 5 }),
    ];
    expect(decide(some, [], [], { max: 2 })).toMatchObject([
      { body: "I live in Berlin." },
      { body: "I'm allergic to nuts." },
    ]);
  });
});

describe("what was forgotten", () => {
  it.each([
    ["I live in Berlin.", "I live in Berlin"],
    ["I live in Berlin Mitte.", "I'm living in Berlin Mitte now"],
    ["我住在柏林。", "我现在住柏林"],
  ])("%j does not come back as %j", (forgotten, said) => {
    expect(ops([said], [], [forgotten])).toEqual([]);
  });

  it("says nothing of its opposite, or of anything else", () => {
    expect(ops(["I don't drink coffee."], [], ["I drink coffee."])).toEqual(["add"]);
    expect(ops(["My dog is called Rex."], [], ["I live in Berlin."])).toEqual(["add"]);
  });
});

describe("of any candidates", () => {
  const said = fc.constantFrom(
    "I live in Berlin.",
    "I live in Berlin Mitte with my dog.",
    "I moved to Munich.",
    "I don't live in Berlin.",
    "I drink coffee.",
    "I don't drink coffee.",
    "I never drink coffee in the evening.",
    "My dentist is Dr. Weber.",
    "My dentist is Dr. Braun.",
    "My dog is called Rex.",
    "My password is hunter22.",
    "My card is 4111 1111 1111 1111.",
    "我住在柏林。",
    "我搬到了慕尼黑。",
    "我不喝咖啡了。",
    "我喝咖啡。",
    "The number is 12.",
    "The number is 13.",
    "🎉",
  );
  const batches = fc.array(
    fc.array(fc.record({ body: fc.oneof(said, fc.string({ minLength: 1 })), score: fc.integer({ min: 0, max: 5 }) }), {
      maxLength: 12,
    }),
    { minLength: 1, maxLength: 4 },
  );
  const max = fc.integer({ min: 0, max: 6 });

  /** What a writer of entries does with them. */
  function apply(entries: Existing[], operations: readonly Operation[]): Existing[] {
    let next = entries;
    for (const operation of operations) {
      const id = `e${next.length}`;
      if (operation.op === "update") {
        const { body, message_ids } = operation;
        next = next.map((one) =>
          one.id === operation.id ? { ...one, body, messageIds: [...one.messageIds, ...message_ids] } : one,
        );
      } else if (operation.op === "add" || operation.op === "supersede") {
        if (operation.op === "supersede")
          next = next.map((one) => (one.id === operation.id ? { ...one, supersededBy: id } : one));
        next = [...next, { id, body: operation.body, messageIds: operation.message_ids, supersededBy: null }];
      }
    }
    return next;
  }

  test.prop([batches, max], { numRuns: 300 })("never more than max, never a secret, always valid", (all, most) => {
    let entries: Existing[] = [];
    for (const batch of all) {
      const operations = decide(
        batch.map(({ body, score }) => candidate(body, { score, title: body.trim() || "x" })),
        entries,
        [],
        { max: most },
      );
      expect(operations.length).toBeLessThanOrEqual(most);
      expect(operations.some((one) => one.op !== "nothing" && holdsSecret(one.body))).toBe(false);
      expect(
        Operations.safeParse(operations.filter((one) => one.op === "nothing" || one.body.trim() !== "")).success,
      ).toBe(true);
      entries = apply(entries, operations);
    }
  });

  test.prop([batches, max], { numRuns: 300 })("the same batch again adds nothing and changes nothing", (all, most) => {
    let entries: Existing[] = [];
    for (const batch of all) {
      const candidates = batch.map(({ body, score }) => candidate(body, { score }));
      const operations = decide(candidates, entries, [], { max: most });
      expect(decide(candidates, entries, [], { max: most })).toEqual(operations);
      entries = apply(entries, operations);
      const again = decide(candidates, entries, [], { max: most });
      expect(again.filter(({ op }) => op !== "nothing")).toEqual([]);
    }
  });

  test.prop([batches], { numRuns: 200 })("no forgotten body comes back", (all) => {
    const bodies = all.flat().map(({ body }) => body);
    const operations = decide(
      bodies.map((body) => candidate(body)),
      [],
      bodies.map(tombstone),
      { max: 10 },
    );
    expect(operations).toEqual([]);
  });
});
