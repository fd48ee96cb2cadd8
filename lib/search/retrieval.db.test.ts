import { beforeAll, expect, test } from "vitest";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { locomoIsHere, locomoSamples } from "@/test/support/locomo";
import { figuresOf, rankingsOf, retrievalSet } from "@/test/support/retrieval";

beforeAll(async () => void (await freshDatabase()));

test.each(["zh", "en"] as const)("the messages that answer are among the first ten: %s", async (name) => {
  const set = retrievalSet(name);
  const figures = figuresOf(set, await rankingsOf(await makeActor(), set));
  expect(figures.recall10).toBeGreaterThanOrEqual(0.85);
});

test.skipIf(!locomoIsHere)(
  "and in conversations of months",
  async () => {
    let found = 0;
    let questions = 0;
    for (const sample of locomoSamples()) {
      const set = { talks: [{ title: sample.id, messages: sample.messages }], questions: sample.questions };
      const figures = figuresOf(set, await rankingsOf(await makeActor(), set, { inOne: true }));
      found += figures.recall10 * figures.questions;
      questions += figures.questions;
    }
    expect(found / questions).toBeGreaterThanOrEqual(0.79);
  },
  120_000,
);
