import { randomUUID } from "node:crypto";
import { expect, test } from "./support/fixtures";
import {
  historyRequests,
  isStretch,
  messageAt,
  messageWindow,
  mountedSeqs,
  slowPages,
  watchMoves,
  wheel,
} from "./support/window";

test.describe("the window over a conversation of 5,000 messages", () => {
  test("opens at the newest message, with one page and no request for more than one", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    const requests = historyRequests(page);
    const html = await (await page.request.get(`/c/${sessionId}`)).text();
    expect(html).toContain('data-seq="5000"');
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await page.waitForTimeout(1_000);
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(requests.every((url) => url.searchParams.get("limit") === "25")).toBe(true);
  });

  test("keeps the text still while older pages come and newer ones go under a fast wheel", async ({
    page,
    reading,
  }) => {
    test.slow();
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    const moves = await watchMoves(page);
    await wheel(page, 150, -700);
    await expect.poll(async () => (await mountedSeqs(page))[0]).toBeLessThan(4_850);
    expect(isStretch(await mountedSeqs(page))).toBe(true);
    const { changes, worst, log } = await moves();
    expect(changes).toBeGreaterThan(5);
    expect(worst, log.join("\n")).toBeLessThanOrEqual(1);
    await wheel(page, 80, 700);
    expect(isStretch(await mountedSeqs(page))).toBe(true);
  });

  test("keeps the text still at the first page above, however late it comes", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    await slowPages(page, 2_000);
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await wheel(page, 30, -600);
    const before = await mountedSeqs(page);
    const moves = await watchMoves(page);
    await expect.poll(async () => (await mountedSeqs(page)).length, { timeout: 15_000 }).toBeGreaterThan(before.length);
    await page.waitForTimeout(2_500);
    const { worst, log } = await moves();
    expect(worst, log.join("\n")).toBeLessThanOrEqual(1);
  });

  test("stays at the place under a fling", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
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
    await page.waitForTimeout(500);
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
    for (let i = 0; i < 60 && (await note()).includes(5_000); i++) await wheel(page, 8, -900);
    for (let i = 0; i < 10; i++) {
      await wheel(page, 8, -900);
      await note();
    }
    expect(await mountedSeqs(page)).not.toContain(5_000);
    for (let i = 0; i < 200 && !(await note()).includes(5_000); i++) await wheel(page, 10, 900);
    await wheel(page, 20, 2_000);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    const oldest = Math.min(...seen);
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 5_001 - oldest }, (_, i) => oldest + i));
  });

  test("jumps back to the newest message after it was let go", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    for (let i = 0; i < 60 && (await mountedSeqs(page)).includes(5_000); i++) await wheel(page, 8, -900);
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
    await wheel(page, 30, -900);
    await expect(messageAt(page, 1)).toBeInViewport();
    for (let i = 0; i < 20 && Math.max(...(await mountedSeqs(page))) < 130; i++) await wheel(page, 10, 900);
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
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    for (let i = 0; i < 60 && (await mountedSeqs(page)).includes(5_000); i++) await wheel(page, 8, -900);
    await page.waitForTimeout(600);
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
    await page.waitForTimeout(5_000);
    expect(await mountedSeqs(page)).toEqual(before);
    expect((await moves()).worst).toBeLessThanOrEqual(1);
  });

  test("keeps the text still when what is above it changes its height", async ({ page, reading }) => {
    const { sessionId } = await reading("long");
    await page.goto(`/c/${sessionId}`);
    await expect(messageAt(page, 5_000)).toBeInViewport();
    await wheel(page, 20, -700);
    await page.waitForTimeout(800);
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
