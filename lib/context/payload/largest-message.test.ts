import { expect, test } from "vitest";
import type { Bounds } from "@/lib/context/size/limit";
import { SUMMARY_FRAME_RUNES } from "@/lib/context/summary/summary-block";
import { largestMessage } from "./largest-message";

const bounds: Bounds = {
  ...{ limitRunes: 24_000, fixedRunes: 400, summaryMaxRunes: 2_000 },
  ...{ runesPerToken: 2.5, fromTokens: false },
};

test.each([
  ["a summary and nothing else", { lastSeq: 4, minVerbatim: 6, summarised: true }, true],
  ["a summary and one message that stays", { lastSeq: 40, minVerbatim: 1, summarised: true }, true],
  ["no summary yet, but enough for one", { lastSeq: 7, minVerbatim: 6, summarised: false }, true],
  ["too little for a summary", { lastSeq: 6, minVerbatim: 6, summarised: false }, false],
  ["nothing", null, false],
])("beside the largest message of a conversation with %s all fits that cannot be left out", (_, begun, summary) => {
  const block = summary ? bounds.summaryMaxRunes + SUMMARY_FRAME_RUNES : 0;
  expect(largestMessage(bounds, begun) + bounds.fixedRunes + block).toBeLessThanOrEqual(bounds.limitRunes);
});
