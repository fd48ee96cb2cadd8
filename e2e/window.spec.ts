import { randomUUID } from "node:crypto";
import { send } from "./support/conversation";
import { expect, test } from "./support/fixtures";
import {
  historyRequests,
  holdPages,
  isStretch,
  letItLook,
  messageAt,
  messageWindow,
  mountedSeqs,
  slowPages,
  watchMessages,
  watchMoves,
  watchRest,
  wheel,
  wheelUntil,
} from "./support/window";

test.describe("the window over a conversation of 5,000 messages", () => {
  test("opens at the newest message, with one page and no request for more than one", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    const requests = historyRequests(page);
    const html = await (await page.request.get(`/c/${sessionId}`)).text();
    const newestPage = Array.from({ length: 25 }, (_, i) => 4_976 + i);
    expect(numbersIn(html, /data-seq="(\d+)"/g)).toEqual(newestPage);
    // Nor does the data that comes along for the script hold more.
    expect(numbersIn(html, /\bseq\\*":(\d+)/g)).toEqual(newestPage);
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await letItLook(page, sessionId);
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(requests.every((url) => url.searchParams.get("limit") === "25")).toBe(true);
  });

  test("keeps the text still while pages come and go under a fast wheel, up and down", async ({ page, reading }) => {
    test.slow();
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    const moves = await watchMoves(page);
    await wheel(page, 150, -700);
    await wheelUntil(page, -700, ([oldest = 0]) => oldest < 4_850);
    expect(isStretch(await mountedSeqs(page))).toBe(true);
    const up = await moves();
    expect(up.changes).toBeGreaterThan(5);
    expect(up.worst, up.log.join("\n")).toBeLessThanOrEqual(1);
    await wheel(page, 80, 700);
    expect(isStretch(await mountedSeqs(page))).toBe(true);
    const { changes, worst, log } = await moves();
    expect(changes).toBeGreaterThan(up.changes);
    expect(worst, log.join("\n")).toBeLessThanOrEqual(1);
  });

  test("keeps the text still at the first page above, however late it comes", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    const letThrough = await holdPages(page);
    const rest = watchRest(page);
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await wheel(page, 30, -600);
    const [oldest = 0] = await mountedSeqs(page);
    const moves = await watchMoves(page);
    letThrough();
    await expect.poll(async () => (await mountedSeqs(page))[0]).toBeLessThan(oldest);
    await rest();
    const { worst, log } = await moves();
    expect(worst, log.join("\n")).toBeLessThanOrEqual(1);
  });

  test("stays at the place under a fling", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    const rest = watchRest(page);
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    const moves = await watchMoves(page);
    const box = await messageWindow(page).boundingBox();
    const session = await page.context().newCDPSession(page);
    for (let i = 0; i < 6; i++) {
      await session.send("Input.synthesizeScrollGesture", {
        x: (box?.x ?? 0) + 300,
        y: (box?.y ?? 0) + 300,
        yDistance: 3_000,
        speed: 6_000,
        gestureSourceType: "mouse",
      });
    }
    await rest();
    const { worst, log } = await moves();
    expect(worst, log.join("\n")).toBeLessThanOrEqual(1);
    expect(isStretch(await mountedSeqs(page))).toBe(true);
  });

  test("mounts a bounded number of messages and comes back to the newest without a gap", async ({ page, reading }) => {
    test.slow();
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    const seen = new Set<number>();
    const note = async () => {
      const seqs = await mountedSeqs(page);
      expect(seqs.length).toBeLessThanOrEqual(100);
      expect(isStretch(seqs)).toBe(true);
      for (const seq of seqs) seen.add(seq);
      return seqs;
    };
    // Few notches, but large ones: each costs a frame, and how the text stands still is seen elsewhere.
    const turn = async (deltaY: number, wanted: (seqs: number[]) => boolean) => {
      const turned = async () => {
        if (wanted(await note())) return true;
        await wheel(page, 3, deltaY);
        return false;
      };
      await expect.poll(turned, { timeout: 90_000, intervals: [1] }).toBe(true);
    };
    await turn(-2_400, ([oldest = 0]) => oldest < 4_750);
    expect(await mountedSeqs(page)).not.toContain(5_000);
    await turn(3_000, (seqs) => seqs.includes(5_000));
    await wheel(page, 20, 2_000);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    const oldest = Math.min(...seen);
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 5_001 - oldest }, (_, i) => oldest + i));
  });

  test("jumps back to the newest message after it was let go", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await wheelUntil(page, -900, (seqs) => !seqs.includes(5_000));
    expect(await mountedSeqs(page)).not.toContain(5_000);
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await expect(page.getByRole("button", { name: "Jump to latest" })).toBeHidden();
  });

  test("opens at message 50 by its link, and goes on both ways from there", async ({ page, api, reading }) => {
    const { sessionId } = await reading("long");
    let history = await api.history(sessionId, { limit: 1 });
    const turns = await api.turns(sessionId, { limit: 1, q: "" });
    expect(turns.turns.length).toBe(1);
    // Message 50, found by walking the API from the middle of nowhere: the page that ends at the oldest.
    history = await oldestPage(api, sessionId);
    const target = history.messages.find((message) => message.seq === 50);
    const requests = historyRequests(page);
    await page.goto(`/c/${sessionId}?m=${target?.id}`);
    await expect(messageAt(page, 50)).toBeInViewport();
    expect(requests.length).toBeLessThanOrEqual(3);
    await wheelUntil(page, -900, (seqs) => seqs.includes(1));
    await wheel(page, 30, -900);
    await expect(messageAt(page, 1)).toBeInViewport();
    await wheelUntil(page, 900, (seqs) => (seqs.at(-1) ?? 0) >= 130);
    expect(isStretch(await mountedSeqs(page))).toBe(true);
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await expect(messageAt(page, 5_000)).toBeInViewport();
    expect(page.url()).not.toContain("m=");
  });

  test("opens at the newest, and says so, when the link leads to a message that is not there", async ({
    page,
    reading,
  }) => {
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}?m=${randomUUID()}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await expect(page.getByText("That message isn’t there any more.")).toBeVisible();
  });

  test("is the same before and after the tab was left, the network was lost and the title was changed", async ({
    page,
    reading,
  }) => {
    const { copy } = await reading("long");
    const sessionId = await copy();
    const rest = watchRest(page);
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await wheelUntil(page, -900, (seqs) => !seqs.includes(5_000));
    await rest();
    const before = await mountedSeqs(page);
    const moves = await watchMoves(page);
    await page.evaluate(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      window.dispatchEvent(new Event("focus"));
    });
    await page.context().setOffline(true);
    await page.waitForTimeout(300);
    await page.context().setOffline(false);
    await page.getByRole("main").getByRole("heading", { level: 1 }).getByRole("button").click();
    await page.getByLabel("Title", { exact: true }).fill("Another title");
    await page.getByLabel("Title", { exact: true }).press("Enter");
    await expect(page.getByRole("complementary").first().getByText("Another title")).toBeVisible();
    await letItLook(page, sessionId);
    await rest();
    expect(await mountedSeqs(page)).toEqual(before);
    expect((await moves()).worst).toBeLessThanOrEqual(1);
  });

  test("far up keeps what stands before a message that is edited, and ends with the new one", async ({
    page,
    api,
    reading,
  }) => {
    const { copy } = await reading("long");
    const sessionId = await copy();
    // Late, so that what is read while the edit is on its way meets it.
    await slowPages(page, 300);
    const rest = watchRest(page);
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await wheelUntil(page, -900, (seqs) => !seqs.includes(5_000));
    await rest();
    const before = await mountedSeqs(page);
    expect(before).not.toContain(5_000);
    const edited = before.filter((seq) => seq % 2 === 1).at(-20) ?? 0;
    const kept = before.filter((seq) => seq < edited);
    await messageAt(page, edited).hover();
    await messageAt(page, edited).getByRole("button", { name: "Edit", exact: true }).click();
    await expect(page.getByText(`Sending removes ${5_000 - edited} later messages.`)).toBeVisible();
    await page.getByLabel("Edit message").fill("#slow 40x25");
    const missed = await watchMessages(page, kept.slice(-10));
    await page.getByLabel("Edit message").press("Enter");
    await expect(messageAt(page, edited + 1)).toContainText("w40", { timeout: 20_000 });
    await letItLook(page, sessionId);
    await rest();
    const after = await mountedSeqs(page);
    expect(isStretch(after)).toBe(true);
    expect(after.filter((seq) => seq >= (kept[0] ?? 0))).toEqual([...kept, edited, edited + 1]);
    expect(await missed()).toEqual([]);
    await expect(messageAt(page, edited + 1)).toBeInViewport();
    const { messages } = await api.history(sessionId, { limit: 20 });
    const ids = await messageWindow(page)
      .locator("[data-message-id]")
      .evaluateAll((rows) => rows.slice(-20).map((row) => row.getAttribute("data-message-id")));
    expect(ids).toEqual(messages.map((message) => message.id));
  });

  test("does not lose a message that is sent while a page is on its way", async ({ page, reading }) => {
    const sessionId = await (await reading("long")).copy();
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    const letThrough = await holdPages(page);
    const requests = historyRequests(page);
    for (let i = 0; i < 100 && requests.length === 0; i++) await wheel(page, 1, -300);
    expect(requests).toHaveLength(1);
    await send(page, "#slow 200x20");
    await expect(messageAt(page, 5_001)).toBeVisible();
    const missed = await watchMessages(page, [5_001]);
    letThrough();
    await expect(messageAt(page, 5_002)).toContainText("w200", { timeout: 20_000 });
    expect(await missed()).toEqual([]);
    expect(isStretch(await mountedSeqs(page))).toBe(true);
  });

  test("keeps the text still when what is above it changes its height", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    const rest = watchRest(page);
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await wheel(page, 20, -700);
    await rest();
    const moves = await watchMoves(page);
    await messageWindow(page).evaluate(async (scroller) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const top = scroller.getBoundingClientRect().top;
      const isAbove = (block: HTMLElement) => block.getBoundingClientRect().bottom < top;
      const blocks = [...scroller.querySelectorAll<HTMLElement>("[data-block]")];
      for (let i = 0; i < 60; i++) {
        const block = blocks.filter(isAbove).at(-1 - (i % 20));
        if (block) block.style.paddingBottom = block.style.paddingBottom ? "" : `${7.3 * ((i % 9) + 1)}px`;
        if (i % 3 === 0) scroller.scrollBy(0, i % 2 ? 25 : -20);
        await frame();
      }
    });
    const { worst, log } = await moves();
    expect(worst, log.join("\n")).toBeLessThanOrEqual(1);
  });
});

const numbersIn = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, digits]) => Number(digits)))].sort((a, b) => a - b);

type OldestPage = Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]["api"]["history"]>>;

/** The first 200 messages, reached by the oldest question of the index. */
async function oldestPage(
  api: Parameters<Parameters<typeof test>[2]>[0]["api"],
  sessionId: string,
): Promise<OldestPage> {
  let cursor: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof api.turns>> = await api.turns(sessionId, {
      limit: 200,
      ...(cursor && { cursor }),
    });
    cursor = page.next_cursor;
    if (!cursor) return api.history(sessionId, { limit: 200, around: page.turns.at(-1)?.message_id ?? "" });
  }
}
