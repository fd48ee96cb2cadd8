import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { planFlush } from "./flush-plan";

const range = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 3 }), archived: fc.boolean() }), { maxLength: 30 })
  .map((steps) => {
    let seq = 0;
    return steps.map(({ gap, archived }) => {
      seq += gap;
      return { id: `m${seq}`, seq, archived };
    });
  });

test.prop([range, fc.integer({ min: 1, max: 5 })])(
  "each message that no note holds comes into exactly one batch, in order, and none has more than it may",
  (messages, most) => {
    const archived = new Set(messages.filter((message) => message.archived).map(({ id }) => id));
    const batches = planFlush(messages, archived, most);
    expect(batches.flatMap(({ messageIds }) => messageIds)).toEqual(
      messages.filter((message) => !message.archived).map(({ id }) => id),
    );
    for (const { messageIds, fromSeq, toSeq } of batches) {
      expect(messageIds.length).toBeGreaterThan(0);
      expect(messageIds.length).toBeLessThanOrEqual(most);
      expect([messageIds[0], messageIds.at(-1)]).toEqual([`m${fromSeq}`, `m${toSeq}`]);
    }
    // As few as may be.
    expect(batches.length).toBe(Math.ceil((messages.length - archived.size) / most));
  },
);
