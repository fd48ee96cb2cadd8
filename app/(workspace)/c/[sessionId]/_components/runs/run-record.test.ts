import { beforeEach, expect, test, vi } from "vitest";
import { RunRecord } from "./run-record";

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (publish: () => void) => publish());
  return () => vi.unstubAllGlobals();
});

const roll = (state: string) => ({ type: "data-context-roll", data: { state }, transient: true }) as const;

test("an answer that waits for a roll says so until it is done, and a stream that begins anew begins without", () => {
  const record = new RunRecord();
  record.take({ n: 1, chunk: { type: "start", messageId: "m" } });
  expect(record.view.tidying).toBe(false);
  record.take({ n: 2, chunk: roll("started") });
  expect(record.view.tidying).toBe(true);
  record.take({ n: 3, chunk: roll("done") });
  expect(record.view).toMatchObject({ tidying: false, parts: [] });
  record.take({ n: 4, chunk: roll("started") });
  record.take({ n: 1, chunk: { type: "start", messageId: "m" } });
  expect(record.view.tidying).toBe(false);
});
