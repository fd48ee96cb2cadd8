import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Message } from "@/lib/http/contract/messages";
import { addLive, cutFrom, mergeLatest } from "./window-changes";
import {
  atLiveEdge,
  messagesOf,
  neighbour,
  PAGE_SIZE,
  sideOf,
  singlePage,
  type WindowData,
  type WindowPage,
} from "./window-page";

const message = (seq: number, id = `m${seq}`): Message => ({
  id,
  session_id: "s",
  seq,
  role: seq % 2 ? "user" : "assistant",
  parts: [{ type: "text", text: `text of ${id}` }],
  text: `text of ${id}`,
  status: "complete",
  error: null,
  model: null,
  usage: null,
  run_id: null,
  created_at: "2026-01-01T00:00:00.000Z",
});
const range = (from: number, to: number, id?: (seq: number) => string) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => message(from + i, id?.(from + i)));
const latestOf = (messages: Message[]): WindowPage => {
  const kept = messages.slice(-PAGE_SIZE);
  return {
    messages: kept,
    older: kept.length < messages.length ? { cursor: `before ${kept[0]?.seq}` } : null,
    newer: null,
  };
};
/** A window of whole pages from one seq to another, with nothing newer when it ends at `newest`. */
function windowOver(from: number, to: number, newest = to): WindowData {
  const pages: WindowPage[] = [];
  for (let at = from; at <= to; at += PAGE_SIZE) {
    const end = Math.min(at + PAGE_SIZE - 1, to);
    pages.push({
      messages: range(at, end),
      older: at > 1 ? { cursor: `before ${at}` } : null,
      newer: end < newest ? { cursor: `after ${end}` } : null,
    });
  }
  return { pages, pageParams: pages.map(() => ({ at: "latest" })) };
}
const seqs = (data: WindowData) => messagesOf(data).map((m) => m.seq);
const ids = (data: WindowData) => messagesOf(data).map((m) => m.id);

describe("live messages", () => {
  test("come after the newest one, in pages that are still found from either side", () => {
    const data = addLive(windowOver(1, 25), range(26, 27), "newest");
    expect(seqs(data)).toEqual(range(1, 27).map((m) => m.seq));
    expect(data.pages.map((page) => page.messages.length)).toEqual([25, 2]);
    expect(neighbour(data.pages[0]?.newer ?? null, "newer")).toEqual({ at: "beside", side: "newer", id: "m25" });
    expect(neighbour(data.pages[1]?.older ?? null, "older")).toEqual({ at: "beside", side: "older", id: "m26" });
    expect(atLiveEdge(data)).toBe(true);
  });

  test("that are already there change nothing", () => {
    const data = windowOver(1, 10);
    expect(addLive(data, [message(10)], "newest")).toBe(data);
  });

  test("do not enter a window that is elsewhere", () => {
    const data = windowOver(1, 100, 500);
    expect(addLive(data, [message(501)], "newest")).toBe(data);
  });

  test("let go of the oldest page when the window is full and the reader is at the live edge", () => {
    const data = addLive(windowOver(1, 100), [message(101)], "newest");
    expect(seqs(data)).toEqual(range(26, 101).map((m) => m.seq));
    expect(data.pages[0]?.older).toEqual({ cursor: "before 26" });
  });

  test("stay out of a full window whose reader is far up, and are found by paging", () => {
    const data = addLive(windowOver(1, 100), [message(101)], "place");
    expect(seqs(data)).toEqual(range(1, 100).map((m) => m.seq));
    expect(atLiveEdge(data)).toBe(false);
    expect(neighbour(data.pages.at(-1)?.newer ?? null, "newer")).toEqual({ at: "beside", side: "newer", id: "m100" });
  });

  test.prop([fc.nat(130), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 })])(
    "never leave a gap, a double or more than 100 messages, however many come",
    (start, batches) => {
      let data = singlePage(latestOf(range(1, start)));
      let newest = start;
      for (const count of batches) {
        data = addLive(data, range(newest + 1, newest + count), "newest");
        newest += count;
      }
      const all = seqs(data);
      expect(all).toEqual(range(newest - all.length + 1, newest).map((m) => m.seq));
      expect(all.length).toBeLessThanOrEqual(100);
      if (all[0] !== undefined && all[0] > 1) expect(data.pages[0]?.older).not.toBeNull();
      expect(data.pages.length).toBe(data.pageParams.length);
    },
  );
});

describe("the latest page", () => {
  test("is taken over where it overlaps, with what was there before", () => {
    const { data, outcome } = mergeLatest(windowOver(1, 40), latestOf(range(1, 44)), "newest");
    expect(outcome).toBe("merged");
    expect(seqs(data)).toEqual(range(1, 44).map((m) => m.seq));
  });

  test("keeps the very objects of messages that did not change", () => {
    const before = windowOver(1, 30);
    const { data } = mergeLatest(before, latestOf(range(1, 31)), "newest");
    expect(messagesOf(data)[20]).toBe(messagesOf(before)[20]);
  });

  test("takes away what was cut off elsewhere", () => {
    const { data } = mergeLatest(windowOver(1, 40), latestOf(range(1, 35)), "newest");
    expect(seqs(data)).toEqual(range(1, 35).map((m) => m.seq));
  });

  test("replaces messages whose seq was given to others after an edit", () => {
    const now = [...range(1, 30), ...range(31, 38, (seq) => `new${seq}`)];
    const { data, outcome } = mergeLatest(windowOver(1, 40), latestOf(now), "newest");
    expect(outcome).toBe("merged");
    expect(ids(data)).toEqual(now.map((m) => m.id));
  });

  test("starts the window afresh when nothing in it can be vouched for", () => {
    const now = [...range(1, 10), ...range(11, 60, (seq) => `new${seq}`)];
    const { data, outcome } = mergeLatest(windowOver(26, 75), latestOf(now), "place");
    expect(outcome).toBe("reset");
    expect(ids(data)).toEqual(now.slice(-25).map((m) => m.id));
  });

  test("does not take a reader away who is elsewhere when much has come since", () => {
    const { data, outcome } = mergeLatest(windowOver(1, 50), latestOf(range(1, 200)), "place");
    expect(outcome).toBe("gap");
    expect(seqs(data)).toEqual(range(1, 50).map((m) => m.seq));
    expect(data.pages.at(-1)?.newer).toEqual({ beside: "m50" });
  });

  test.prop([fc.integer({ min: 1, max: 150 }), fc.nat(150), fc.nat(60)])(
    "after any cut and any number of new messages, the window is a true stretch of the conversation",
    (length, cutAt, added) => {
      const kept = range(1, Math.min(length, cutAt));
      const now = [...kept, ...range(kept.length + 1, kept.length + added, (seq) => `new${seq}`)];
      const from = Math.max(1, length - 99);
      const { data } = mergeLatest(windowOver(from, length), latestOf(now), "newest");
      const shown = ids(data);
      expect(shown).toEqual(now.slice(now.length - shown.length).map((m) => m.id));
    },
  );
});

describe("a cut", () => {
  test("takes the message and all later ones, also across pages", () => {
    const data = cutFrom(windowOver(1, 60), 20);
    expect(seqs(data)).toEqual(range(1, 19).map((m) => m.seq));
    expect(data.pages.length).toBe(1);
    expect(atLiveEdge(data)).toBe(true);
  });

  test("before the window leaves the way to the older ones", () => {
    const data = cutFrom(windowOver(26, 60), 20);
    expect(seqs(data)).toEqual([]);
    expect(data.pages[0]?.older).toEqual({ cursor: "before 26" });
  });
});

describe("the neighbourhood of a message as a page", () => {
  const around: WindowPage = { messages: range(10, 59), older: { cursor: "o" }, newer: { cursor: "n" } };
  test("on the older side ends before it", () => {
    const page = sideOf(around, "m34", "older");
    expect(page.messages.map((m) => m.seq)).toEqual(range(10, 33).map((m) => m.seq));
    expect(page).toMatchObject({ older: { cursor: "o" }, newer: { beside: "m33" } });
  });
  test("on the newer side begins after it and is no longer than a page", () => {
    const page = sideOf(around, "m30", "newer");
    expect(page.messages.map((m) => m.seq)).toEqual(range(31, 55).map((m) => m.seq));
    expect(page).toMatchObject({ older: { beside: "m31" }, newer: { beside: "m55" } });
  });
});
