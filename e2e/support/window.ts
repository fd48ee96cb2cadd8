import type { Page } from "@playwright/test";

// What a test can see of the scrolling part of a conversation.

export const messageWindow = (page: Page) => page.getByTestId("message-window");
export const messageAt = (page: Page, seq: number) => messageWindow(page).locator(`[data-seq="${seq}"]`);

/** The seqs of the mounted messages, in their order on the page. */
export function mountedSeqs(page: Page): Promise<number[]> {
  return messageWindow(page)
    .locator("[data-message-id]")
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-seq"))));
}

export function isStretch(seqs: readonly number[]): boolean {
  return seqs.every((seq, i) => i === 0 || seq === (seqs[i - 1] ?? 0) + 1);
}

/** Until its script has taken over, styles alone show the end of the list. */
async function isScripted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('[data-testid="message-window"]')?.style.flexDirection,
  );
}

export type Moves = { changes: number; worst: number; log: string[] };

/**
 * Watches frame by frame how far a message in view was moved by anything but the reader: how far it moved within the
 * content, less how far the page itself scrolled to make up for it.
 */
export async function watchMoves(page: Page): Promise<() => Promise<Moves>> {
  await isScripted(page);
  await messageWindow(page).evaluate((scroller) => {
    const moves: Moves = { changes: 0, worst: 0, log: [] };
    Object.assign(window, { cadauMoves: moves });
    // The page scrolls by this property; the reader, and a test in the reader's place, do not.
    const native = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
    let madeUp = 0;
    Object.defineProperty(scroller, "scrollTop", {
      configurable: true,
      get: () => native?.get?.call(scroller),
      set(value: number) {
        const before = native?.get?.call(scroller);
        native?.set?.call(scroller, value);
        madeUp += native?.get?.call(scroller) - before;
      },
    });
    const content = scroller.firstElementChild;
    const topOf = (row: Element) => row.getBoundingClientRect().top - (content?.getBoundingClientRect().top ?? 0);
    let marked: { row: Element; top: number; madeUp: number } | null = null;
    const look = () => {
      if (marked?.row.isConnected) {
        const shift = topOf(marked.row) - marked.top;
        const move = shift - (madeUp - marked.madeUp);
        if (Math.abs(shift) > 0.01) moves.changes++;
        if (Math.abs(move) > moves.worst) {
          moves.worst = Math.abs(move);
          moves.log.push(`${move.toFixed(2)} px, message ${marked.row.getAttribute("data-seq")}`);
        }
      }
      // The first that begins in the view: what is above it may grow or go.
      const view = scroller.getBoundingClientRect();
      const row = [...scroller.querySelectorAll("[data-message-id]")].find((candidate) => {
        const { top } = candidate.getBoundingClientRect();
        return top >= view.top && top < view.bottom;
      });
      marked = row ? { row, top: topOf(row), madeUp } : null;
    };
    // Posted in a frame, a message arrives when that frame has been laid out and painted.
    const painted = new MessageChannel();
    painted.port1.onmessage = look;
    const frame = () => {
      painted.port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return () => page.evaluate(() => (window as unknown as { cadauMoves: Moves }).cadauMoves);
}

/** Wheel notches one after another, as fast as a hand makes them. */
export async function wheel(page: Page, notches: number, deltaY: number, everyMs = 16): Promise<void> {
  const box = await messageWindow(page).boundingBox();
  if (!box) throw new Error("The window is not on the page.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < notches; i++) {
    await page.mouse.wheel(0, deltaY);
    await page.waitForTimeout(everyMs);
  }
}

/** Requests for pages of the conversation, from now on. */
export function historyRequests(page: Page): URL[] {
  const seen: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/v1/chat/history") seen.push(url);
  });
  return seen;
}

/** Makes every page of the conversation take its time. */
export async function slowPages(page: Page, ms: number): Promise<void> {
  await page.route("**/api/v1/chat/history?**", async (route) => {
    await new Promise((done) => setTimeout(done, ms));
    await route.continue();
  });
}
