import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { surely, whenQuiet } from "./surely";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("surely", () => {
  it("fetches once, however often it is asked", async () => {
    const load = vi.fn(async () => "code");
    const fetched = surely(load);
    expect(await Promise.all([fetched(), fetched()])).toEqual(["code", "code"]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("tries again for as long as the fetch fails", async () => {
    let failures = 8;
    const load = vi.fn(async () => {
      if (failures-- > 0) throw new Error("no network");
      return "code";
    });
    const fetched = surely(load)();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await fetched).toBe("code");
    expect(load).toHaveBeenCalledTimes(9);
  });

  it("fails on the server, where nobody waits for a network", async () => {
    vi.stubGlobal("window", undefined);
    await expect(surely(() => Promise.reject(new Error("broken")))()).rejects.toThrow("broken");
  });
});

describe("whenQuiet", () => {
  it("fetches after a while", () => {
    const load = vi.fn(async () => "code");
    whenQuiet(load);
    expect(load).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("fetches nothing once it is called off", () => {
    const load = vi.fn(async () => "code");
    whenQuiet(load)();
    vi.advanceTimersByTime(5_000);
    expect(load).not.toHaveBeenCalled();
  });
});
